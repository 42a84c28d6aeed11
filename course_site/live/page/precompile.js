// Starts Pyodide in Node as a page would, runs a Python file, and keeps the
// archive that it wrote. Arguments: folder of Pyodide and wheels, lock, names
// of packages as JSON, Python file, archive.
"use strict";
const fs = require("fs");
const path = require("path");
const [folder, lock, names, code, out] = process.argv.slice(2);
const { loadPyodide } = require(path.join(folder, "pyodide.js"));
loadPyodide({
  indexURL: folder + path.sep,
  lockFileURL: path.join(folder, lock),
  packages: JSON.parse(names),
}).then((pyodide) => {
  pyodide.runPython(fs.readFileSync(code, "utf-8"));
  fs.writeFileSync(out, pyodide.FS.readFile("/compiled.zip"));
}).catch((error) => {
  console.error(String(error));
  process.exit(1);
});
