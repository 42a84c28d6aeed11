// Before JupyterLite: what the worker with Python says reaches the page, and
// what names its edition by no name of its own is asked for anew.
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
if (!window.WebAssembly || !window.BroadcastChannel || !Array.prototype.at) {
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("course-said").textContent =
      "This browser is too old to run Python. The course can be read in the book.";
    document.getElementById("course-share").hidden = true;
  });
}
