// Leads to the same page with Python in the browser, if there is one beside
// the book: `python -m course_site.live` writes its folder here.
"use strict";
{
  const LIVE = "";
  const root = document.documentElement.dataset.content_root ?? "./";
  const page = location.pathname.split("/").pop().replace(".html", ".ipynb");
  const address = (cell, path = page) =>
    `${root}${LIVE}/notebooks/index.html?path=${path}` + (cell ? `#cell-id=${cell}` : "");
  const link = (words, href, kind) => {
    const made = document.createElement("a");
    Object.assign(made, { textContent: words, href, className: kind });
    return made;
  };

  // The last place above the upper third of the window.
  const reading = () => [...document.querySelectorAll("[data-cell]")].filter((each) =>
    each.getClientRects().length && each.getBoundingClientRect().top < innerHeight / 3,
  ).pop()?.dataset.cell;

  if (LIVE && location.protocol !== "file:") {
    if (document.querySelector("[data-cell]")) {
      const run = link("Run this page", address(), "course-live");
      for (const kind of ["pointerdown", "focus", "click"]) {
        run.addEventListener(kind, () => { run.href = address(reading()); });
      }
      document.querySelector(".article-header-buttons").prepend(run);
    }
    for (const words of document.querySelectorAll(".no-kernel")) {
      words.replaceChildren(link("Write the answer here, in the browser",
        address(words.dataset.cell), ""), ", and have it checked.");
    }
    for (const room of document.querySelectorAll(".course-start")) {
      room.append(link("Run the course in your browser",
        address("", "00_start_here.ipynb"), "course-live"),
        " with nothing to install: write the exercises, and have your mistakes named.");
    }
  }
}
