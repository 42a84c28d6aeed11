// Before JupyterLite: what the worker with Python says reaches the page.
"use strict";
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
