"""Measure a class at work: many learners on one JupyterHub.

    python benchmarks/class_load.py [learners] [seconds]

Each learner logs in, opens lessons 05 and 06, runs every cell, answers an
exercise of each wrongly and then rightly, moves every slider and saves. They
all begin together; between two cells a learner pauses, for `seconds` on
average (5; 0 is as fast as it goes). The hub is set up as the page
notebooks/teaching/run_it_for_a_class.md says and needs what that page
installs. All of it is started in a scratch folder, and stopped. It is a
benchmark, not a test.
"""

import asyncio
import json
import math
import os
import random
import re
import secrets
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
import uuid
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path

import nbformat
import psutil
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from course_lib.exercises.exercise import find
from course_lib.teaching import class_results

TOP = Path(__file__).parents[1]
PAGE = TOP / "notebooks" / "teaching" / "run_it_for_a_class.md"
PORT = 8850
PATIENCE = {"connect_timeout": 300, "request_timeout": 300}  # seconds
LESSONS = {
    "05_layernorm.ipynb": "layer_norm",
    "06_layernorm_jacobian.ipynb": "jacobian_entry",
}
FOR_THE_TEST = """
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {port} + 1
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{port2}"
c.JupyterHub.log_level = "WARN"
c.Spawner.args += ["--allow-root"]
c.JupyterHub.services = [{{"name": "load", "api_token": "{token}"}}]
c.JupyterHub.load_roles = [{{
    "name": "load", "services": ["load"],
    "scopes": ["admin:users", "servers", "access:servers"],
}}]
"""


@contextmanager
def named(request):
    """Let an error say which request it ended."""
    try:
        yield
    except Exception as error:
        error.add_note(request)
        raise


class Hub:
    """A JupyterHub in a folder of its own, as the page sets it up."""

    def __init__(self, folder):
        self.folder, self.token = folder, secrets.token_hex(16)
        text = PAGE.read_text(encoding="utf-8")
        config = re.search(r"```python\n(.*?)```", text, re.S)[1]
        config += FOR_THE_TEST.format(
            port=PORT, port2=PORT + 2, token=self.token
        )
        (folder / "jupyterhub_config.py").write_text(config, "utf-8")
        scripts = [
            Path(sys.executable).parent,
            TOP / "class" / "node_modules" / ".bin",
        ]
        path = os.pathsep.join([*map(str, scripts), os.environ["PATH"]])
        if not shutil.which("configurable-http-proxy", path=path):
            sys.exit(f"There is no configurable-http-proxy. {PAGE.name} says "
                     "how to install it.")  # fmt: skip
        self.log = (folder / "hub.log").open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub"], cwd=folder,
            env={**os.environ, "PATH": path, "CLASS_PASSWORD": self.token,
                 "TEACHER_PASSWORD": f"{self.token}{self.token}"},
            stdout=self.log, stderr=self.log,
        )  # fmt: skip

    async def ask(self, method, path, body=None):
        """Send a request; return the answer as JSON."""
        request = HTTPRequest(
            f"http://127.0.0.1:{PORT}{path}", method,
            headers={"Authorization": f"token {self.token}"},
            body=None if method == "GET" else json.dumps(body or {}),
            **PATIENCE,
        )  # fmt: skip
        with named(f"{method} {path}"):
            answer = await AsyncHTTPClient().fetch(request)
        return json.loads(answer.body or "null")

    async def up(self):
        """Wait until the hub answers."""
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                return await self.ask("GET", "/hub/api/")
            except (OSError, HTTPClientError):  # not yet, or half
                await asyncio.sleep(0.2)
        sys.exit((self.folder / "hub.log").read_text())

    def memory(self):
        """Return the MiB of each learner's server, and of the kernels."""
        found = {"server": []} | {page: [] for page in LESSONS}
        for server in psutil.Process(self.process.pid).children(True):
            if "singleuser" not in " ".join(server.cmdline()):
                continue
            found["server"].append(mebibytes(server))
            kernels = sorted(server.children(), key=psutil.Process.create_time)
            for page, kernel in zip(LESSONS, kernels):
                found[page].append(mebibytes(kernel))
        return found

    def stop(self):
        """Stop the hub and whatever it has started."""
        children = psutil.Process(self.process.pid).children(True)
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(120)
        except subprocess.TimeoutExpired:
            self.process.kill()
        for child in children:
            if child.is_running():
                child.kill()
        self.log.close()


class Lesson:
    """A lesson that a learner has open: a kernel and its widgets."""

    def __init__(self, socket):
        self.socket, self.widgets = socket, {}

    async def ask(self, kind, **content):
        """Send a message; return its reply and the seconds until idle."""
        mark, began = uuid.uuid4().hex, time.perf_counter()
        header = {"msg_id": mark, "msg_type": kind, "session": "load",
                  "username": "", "version": "5.3"}  # fmt: skip
        await self.socket.write_message(json.dumps({
            "channel": "shell", "header": header, "parent_header": {},
            "metadata": {}, "content": content,
        }))  # fmt: skip
        reply, idle = None if kind == "execute_request" else {}, False
        while reply is None or not idle:
            text = await self.socket.read_message()
            if text is None:
                raise ConnectionError("the kernel is gone")
            if isinstance(text, bytes):
                continue
            message = json.loads(text)
            content, name = message["content"], message["header"]["msg_type"]
            if name == "comm_open":
                state = content["data"].get("state", {})
                self.widgets[content["comm_id"]] = state
            if message["parent_header"].get("msg_id") == mark:
                if name == "execute_reply":
                    reply = content
                elif name == "status":
                    idle = content["execution_state"] == "idle"
        return reply, time.perf_counter() - began

    async def run(self, source):
        """Run a cell; return its error, or None, and the seconds."""
        reply, seconds = await self.ask(
            "execute_request", code=source, silent=False, store_history=True,
            user_expressions={}, allow_stdin=False, stop_on_error=True,
        )  # fmt: skip
        wrong = reply["status"] != "ok"
        return (
            f"{reply['ename']}: {reply['evalue']}" if wrong else None,
            seconds,
        )

    async def move_sliders(self):
        """Skip the questions, move each slider; return the seconds."""
        taken, made = [], dict(self.widgets)
        for comm, state in made.items():
            if state.get("description") == "Skip the question":
                click = {"method": "custom", "content": {"event": "click"}}
                await self.ask("comm_msg", comm_id=comm, data=click)
        for comm, state in made.items():
            if state.get("_model_name", "").endswith("SliderModel"):
                for share in (0.25, 0.5, 0.75):
                    update = {"method": "update", "state": moved(state, share),
                              "buffer_paths": []}  # fmt: skip
                    _, seconds = await self.ask(
                        "comm_msg", comm_id=comm, data=update
                    )
                    taken.append(seconds)
        self.widgets.clear()
        return taken


def moved(slider, share):
    """Return the state of a slider that was moved to a share of its way."""
    if "_options_labels" in slider:  # it counts through a list
        return {"index": round(share * (len(slider["_options_labels"]) - 1))}
    value = slider["min"] + share * (slider["max"] - slider["min"])
    if "Int" in slider["_model_name"]:
        value = round(value)
    return {"value": value}


def answers(name):
    """Return a wrong answer to an exercise, then the right one."""
    exercise = find(name)
    wrong = exercise.solution
    for old, new in next(m for m in exercise.listed if m.edits).edits:
        wrong = wrong.replace(old, new)
    return [f"{source}\n\n\ncheck({name})"
            for source in (wrong, exercise.solution)]  # fmt: skip


async def learn(hub, who, pause, figures):
    """Be a learner."""
    began, draw = time.perf_counter(), random.Random(who)
    await hub.ask("POST", f"/hub/api/users/{who}")
    await hub.ask("POST", f"/hub/api/users/{who}/server")
    ready = False
    while not ready:
        await asyncio.sleep(1)
        servers = (await hub.ask("GET", f"/hub/api/users/{who}"))["servers"]
        if "" not in servers:
            raise RuntimeError("the server did not start")
        ready = servers[""]["ready"]
    figures["logged in"].append(time.perf_counter() - began)
    for page, name in LESSONS.items():
        began, api = time.perf_counter(), f"/user/{who}/api"
        content = (await hub.ask("GET", f"{api}/contents/{page}"))["content"]
        lesson = await open_lesson(hub, api, page)
        for cell in content["cells"]:
            if cell["cell_type"] != "code":
                continue
            tries = [cell["source"]]
            if cell["source"].rstrip().endswith(f"check({name})"):
                tries += answers(name)
            for source in tries:
                error, seconds = await lesson.run(source)
                if error:
                    figures["errors"].append(f"{who} {cell['id']}: {error}")
                kind = "a check" if source in tries[1:] else "another cell"
                if began:
                    kind, seconds = "opened", time.perf_counter() - began
                figures[kind].append(seconds)
                began, cell["source"] = None, source
                await asyncio.sleep(pause and draw.expovariate(1 / pause))
            figures["a slider's step"] += await lesson.move_sliders()
        saved = {"type": "notebook", "content": content}
        await hub.ask("PUT", f"{api}/contents/{page}", saved)
        lesson.socket.close()


async def open_lesson(hub, api, page):
    """Start a kernel for a lesson and connect to it."""
    session = await hub.ask("POST", f"{api}/sessions", {
        "path": page, "name": page, "type": "notebook",
        "kernel": {"name": "python3"},
    })  # fmt: skip
    channels = f"{api}/kernels/{session['kernel']['id']}/channels"
    request = HTTPRequest(
        f"ws://127.0.0.1:{PORT}{channels}",
        headers={"Authorization": f"token {hub.token}"},
        **PATIENCE,  # unsaid, a request has 20 seconds, and a kernel starts
    )
    with named(f"connect to {channels}"):
        socket = await websocket_connect(request, max_message_size=10**8)
    return Lesson(socket)


async def a_class(hub, learners, pause):
    """Let all learn at once; return the figures."""
    figures = defaultdict(list)
    await hub.up()
    people = [f"learner{k:02}" for k in range(learners)]
    ended = await asyncio.gather(
        *(learn(hub, who, pause, figures) for who in people),
        return_exceptions=True,
    )
    figures["errors"] += [
        f"{who}: {''.join(traceback.format_exception(error))}"
        for who, error in zip(people, ended)
        if error
    ]
    return figures


def lost(folder, learners):
    """Name what is not on the disk though a learner was told so."""
    journals, _ = class_results.gather(folder / "progress")
    kept = {name: sum(name in journal.done for journal in journals)
            for name in LESSONS.values()}  # fmt: skip
    for page, name in LESSONS.items():
        right = answers(name)[-1]
        pages = (folder / "home").glob(f"*/{page}")
        saved = sum(
            any(cell.source == right for cell in nbformat.read(p, 4).cells)
            for p in pages
        )
        print(f"{name}: progress of {kept[name]}, answers saved of {saved} "
              f"of {learners} learners")  # fmt: skip


def tell(figures, memory):
    """Print what was measured."""
    print("seconds: median / 95th percentile / longest, of how many")
    for name, numbers in figures.items():
        if name != "errors":
            ranked = sorted(numbers)
            late = ranked[math.ceil(0.95 * len(ranked)) - 1]
            print(f"{name:<24} {statistics.median(ranked):6.2f} {late:6.2f} "
                  f"{ranked[-1]:6.2f}   {len(ranked)}")  # fmt: skip
    print("MiB a learner, with a share of what is shared: median / largest")
    for kind, numbers in memory.items():
        if not numbers:  # no learner came so far
            continue
        print(f"{kind:<28} {statistics.median(numbers):4.0f} "
              f"{max(numbers):4.0f}   {len(numbers)}")  # fmt: skip


def mebibytes(process):
    """Return the memory of a process, its part of what is shared included."""
    text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+)", text, re.M)[1]) / 1024


def main():
    learners = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    pause = float(sys.argv[2]) if len(sys.argv) > 2 else 5
    AsyncHTTPClient.configure(None, max_clients=4 * learners)
    load, began = os.getloadavg()[0], time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        hub = Hub(Path(scratch))
        try:
            figures = asyncio.run(a_class(hub, learners, pause))
            wall = time.perf_counter() - began
            memory, after = hub.memory(), os.getloadavg()[0]
        finally:
            hub.stop()
        print(f"{learners} learners, a pause of {pause:g} s between cells, "
              f"{os.cpu_count()} processors, load {load:.1f} to {after:.1f}: "
              f"{wall:.0f} s")  # fmt: skip
        print(*figures["errors"][:5], f"errors: {len(figures['errors'])}",
              sep="\n")  # fmt: skip
        lost(Path(scratch), learners)
    tell(figures, memory)


if __name__ == "__main__":
    main()
