-- A campaign: what its runs are (plan), and how far they are handed out and done.
CREATE TABLE murxla.campaign (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    plan text NOT NULL,
    known text NOT NULL DEFAULT '',
    goal bigint,
    begun timestamptz NOT NULL DEFAULT now(),
    next_run bigint NOT NULL DEFAULT 0,
    runs_done bigint NOT NULL DEFAULT 0
);
-- Files that all its machines need, such as the seeds of mutants.
CREATE TABLE murxla.campaign_file (
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    name text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (campaign, name)
);
-- A machine at work, with its own figures: nobody else writes them, so nobody waits for anybody.
CREATE TABLE murxla.site (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    name text NOT NULL,
    jobs int NOT NULL,
    joined timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now(),
    gone boolean NOT NULL DEFAULT false,
    runs bigint NOT NULL DEFAULT 0,
    delivery bigint NOT NULL DEFAULT 0,
    counts text NOT NULL DEFAULT '{}'
);
CREATE INDEX site_of_campaign ON murxla.site (campaign);
-- Runs that a machine has, until they expire. What is left of one lease may be several parts.
CREATE SEQUENCE murxla.lease_number;
CREATE TABLE murxla.lease (
    id bigint NOT NULL,
    first bigint NOT NULL,
    past bigint NOT NULL,
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    site bigint NOT NULL REFERENCES murxla.site (id),
    expires timestamptz NOT NULL,
    PRIMARY KEY (id, first)
);
CREATE INDEX lease_by_end ON murxla.lease (campaign, expires);
-- Runs that were handed out and not done: they come first.
CREATE TABLE murxla.returned (
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    first bigint NOT NULL,
    past bigint NOT NULL,
    PRIMARY KEY (campaign, first)
);
-- Findings with the same key. Keys may be longer than an index takes, so they are told apart by a hash.
CREATE TABLE murxla.bucket (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    hash text NOT NULL,
    key text NOT NULL,
    count bigint NOT NULL,
    first_run bigint NOT NULL,
    first_seed bigint NOT NULL,
    message text NOT NULL,
    found timestamptz NOT NULL DEFAULT now(),
    site bigint NOT NULL,
    UNIQUE (campaign, hash)
);
CREATE TABLE murxla.finding (
    bucket bigint NOT NULL REFERENCES murxla.bucket (id) ON DELETE CASCADE,
    run bigint NOT NULL,
    seed bigint NOT NULL,
    PRIMARY KEY (bucket, run)
);
-- What is in the folder of a bucket's first finding.
CREATE TABLE murxla.file (
    bucket bigint NOT NULL REFERENCES murxla.bucket (id) ON DELETE CASCADE,
    name text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (bucket, name)
);
-- What is still to be done with a bucket, and who does it until when.
CREATE TABLE murxla.task (
    bucket bigint NOT NULL REFERENCES murxla.bucket (id) ON DELETE CASCADE,
    kind text NOT NULL,
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    site bigint,
    expires timestamptz,
    tries int NOT NULL DEFAULT 0,
    done boolean NOT NULL DEFAULT false,
    result text NOT NULL DEFAULT '',
    PRIMARY KEY (bucket, kind)
);
CREATE INDEX task_open ON murxla.task (campaign, kind) WHERE NOT done;
-- Traces of runs that hit the time limit: campaigns learn from them.
CREATE TABLE murxla.timeout (
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    run bigint NOT NULL,
    seed bigint NOT NULL,
    trace bytea NOT NULL,
    PRIMARY KEY (campaign, run)
);
-- What was learned, and from which run on it holds.
CREATE TABLE murxla.epoch (
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    first bigint NOT NULL,
    site bigint,
    expires timestamptz,
    learned text,
    PRIMARY KEY (campaign, first)
);
CREATE TABLE murxla.event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    site bigint,
    event text NOT NULL
);
CREATE INDEX event_of_campaign ON murxla.event (campaign, id);
