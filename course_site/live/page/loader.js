// Stands behind Pyodide's own pyodide.js, in the worker that runs Python, and
// before it a line that fills self.course. Tells the page how far loading is.
"use strict";
{
  const load = self.loadPyodide;
  // JupyterLite's kernel asks for these; the course needs none of them.
  const unused = new Set(["jedi", "ssl"]);
  const sizes = self.course.sizes;
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const tell = (said) => self.postMessage({ course: said });
  let arrived = 0;
  const seen = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const file = decodeURIComponent(entry.name.split("/").pop());
      arrived += sizes[file] || 0;
      delete sizes[file];
    }
    tell({ share: arrived / total });
  });
  const told = async (work) => {
    try {
      return await work();
    } catch (error) {
      tell({ failed: String(error.message || error) });
      throw error;
    }
  };
  self.loadPyodide = async (options) => {
    self.course.base = options.indexURL;
    seen.observe({ type: "resource", buffered: true });
    tell({ share: 0 });
    const packages = options.packages.filter((name) => !unused.has(name));
    const pyodide = await told(() => load({ ...options, packages }));
    seen.disconnect();
    const run = pyodide.runPythonAsync;
    pyodide.runPythonAsync = (...args) => told(() => run(...args));
    return pyodide;
  };
}
