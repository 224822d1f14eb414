"""Fetch a source package without building it.

`pip download --no-binary` runs the package's build system just to read its metadata. This is the same
command up to the point where the file lies on disk: it uses pip's own session and package finder, so the
user's pip configuration (index, proxy, certificates, credentials) counts. Nothing is verified here, the
caller compares the checksum. The internals of pip that it uses are the same from 20.3 to 26.3 at least.

Arguments: those of `pip download`, with one requirement.
"""

import logging
import os
import sys

from pip._internal.commands.download import DownloadCommand
from pip._internal.exceptions import DistributionNotFound
from pip._vendor.packaging.requirements import Requirement

log = logging.getLogger("pip._internal.fetch_sdist")


class FetchSdist(DownloadCommand):
    """`pip download` that stores the file it finds and does not look inside."""

    def run(self, options, args):
        wanted = Requirement(args[0])
        session = self.get_default_session(options)
        # The package is never run by this Python, so what it requires of Python does not matter.
        finder = self._build_package_finder(
            options=options, session=session, ignore_requires_python=True
        )
        found = finder.find_best_candidate(wanted.name, wanted.specifier)
        if found.best_candidate is None:
            candidates = finder.find_all_candidates(wanted.name)
            versions = sorted({candidate.version for candidate in candidates})
            # The words of pip, which the caller knows how to read.
            log.critical(
                "Could not find a version that satisfies the requirement %s (from versions: %s)",
                wanted,
                ", ".join(map(str, versions)) or "none",
            )
            raise DistributionNotFound("No matching distribution found for %s" % wanted)
        link = found.best_candidate.link
        answer = session.get(
            link.url_without_fragment, headers={"Accept-Encoding": "identity"}, stream=True
        )
        answer.raise_for_status()
        # The name comes from the index, so it must not lead out of the folder.
        name = os.path.basename(link.filename)
        with open(os.path.join(options.download_dir, name), "wb") as target:
            for chunk in answer.iter_content(1 << 16):
                target.write(chunk)
        return 0


sys.exit(FetchSdist("download", "fetch a source package").main(sys.argv[1:]))
