// Runs a Python script in Pyodide under Node, with the course on its path.
// Usage: node pyodide.mjs FOLDER COURSE SCRIPT ARGUMENT...
// FOLDER holds Pyodide with its lock and wheels; COURSE is the top folder of
// the course. Python sees it as /course, and the temporary folder as /scratch.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [folder, course, script, ...rest] = process.argv.slice(2);
const { loadPyodide } = createRequire(import.meta.url)(join(folder, "pyodide.js"));
const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home" } });
const quiet = { messageCallback: () => {} };
const known = Object.keys(JSON.parse(readFileSync(join(folder, "pyodide-lock.json"))).packages);
await python.loadPackage(known, quiet);
for (const [here, there] of [[course, "/course"], [process.env.SCRATCH ?? tmpdir(), "/scratch"]]) {
  python.FS.mkdirTree(there);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: here }, there);
}
python.globals.set("argv", python.toPy(rest));
python.runPython(`
import os, sys
os.environ["COURSE_PROGRESS"] = "off"
sys.path[:0] = ["/course", "/course/notebooks"]
sys.argv[1:] = argv
`);
try {
  await python.runPythonAsync(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
