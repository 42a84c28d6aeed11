// Before JupyterLite: what the worker with Python says reaches the page, what
// names its edition by no name of its own is asked for anew, and the way to the
// book is there even in a browser that runs nothing else.
"use strict";
{
  const ask = window.fetch;
  window.fetch = (what, options) => {
    const address = String(what?.url ?? what);
    return /\.(ipynb|json)(\?|$)/.test(address)
      ? ask(what, { cache: "no-cache", ...options }) : ask(what, options);
  };
}
window.Worker = class extends Worker {
  constructor(...args) {
    super(...args);
    this.addEventListener("message", ({ data }) => {
      if (data?.course) {
        dispatchEvent(new CustomEvent("course", { detail: data.course }));
      }
    });
  }
};
addEventListener("DOMContentLoaded", () => {
  const at = (id) => document.getElementById(`course-${id}`);
  const { book } = at("bar").dataset;
  const page = new URLSearchParams(location.search).get("path") || "index.ipynb";
  if (book) {
    at("book").href = `../${book}/${page.replace(".ipynb", ".html")}`;
    at("book").hidden = false;
  }
  if (!window.WebAssembly || !window.BroadcastChannel || !Array.prototype.at) {
    at("said").textContent =
      "This browser is too old to run Python. The course can be read in the book.";
    at("share").hidden = true;
  }
});
