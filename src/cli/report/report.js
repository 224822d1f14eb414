"use strict";
const rows = [...document.querySelectorAll(".findings > details")];
const filters = [...document.querySelectorAll("[data-filter]")];
const told = document.querySelector(".filters output");
const apply = () => {
  let shown = 0;
  for (const row of rows) {
    const fits = filters.every((filter) => {
      const wanted = filter.value.toLowerCase();
      const kind = filter.dataset.filter;
      if (kind === "text") return row.textContent.toLowerCase().includes(wanted);
      return wanted === "" || row.dataset[kind].toLowerCase() === wanted;
    });
    row.hidden = !fits;
    shown += fits;
  }
  if (told) told.textContent = shown + " of " + rows.length;
};
for (const filter of filters) filter.addEventListener("input", apply);
for (const button of document.querySelectorAll(".copy")) {
  button.addEventListener("click", () => {
    const text = button.nextElementSibling;
    const range = document.createRange();
    range.selectNodeContents(text);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    if (navigator.clipboard) navigator.clipboard.writeText(text.textContent);
    button.textContent = "selected and copied";
  });
}
document.querySelector("form.filters")?.addEventListener("submit", (event) => event.preventDefault());
if (rows.length) apply();
