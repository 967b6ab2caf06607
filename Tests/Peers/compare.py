#!/usr/bin/env python3
"""Compares `relaunch stress` with what people use otherwise, by the same bug in the same little store.

compare.py [--seeds N] [--limit SECONDS] [--relaunch PATH] [--only NAME]

For each seed: the time to the first failure, the time to the whole report, and its length. Then each of them has
20 seconds for the right form of the store, and must say nothing. The exit status is 1 where stress finds no failure
with a seed, or anybody gives a false alarm.
"""
import argparse, json, os, pathlib, re, shutil, statistics, subprocess, sys, tempfile, time, venv

HERE = pathlib.Path(__file__).resolve().parent
QUIET_SECONDS = 20

def run(command, folder):
    """The exit status, what was said, and how many seconds it took."""
    begin = time.monotonic()
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout, time.monotonic() - begin

def stress(relaunch, folder, seed, limit, is_right):
    """A scenario file: its steps and its lines."""
    shutil.copy(HERE / "store.py", folder)
    suite = (HERE / "Store.swift").read_text()
    if is_right:
        suite = suite.replace('"serve", ', '"serve", "--right", ')
    (folder / "Store.swift").write_text(suite)
    status, said, seconds = run(
        [relaunch, "stress", "Store.swift", "--for", f"{limit}s", "--jobs", 1, "--seed", seed,
         "--until-failure", "--output", "out"], folder)
    if status not in (0, 1):
        sys.exit(f"compare.py: `relaunch stress` has no result: {said}")
    files = list((folder / "out/failures").glob("*.swift"))
    if status == 0 or not files:
        return None
    lines = (folder / "out/lives.jsonl").read_text().splitlines()
    first = min(
        entry["seconds"] for entry in map(finding, map(json.loads, lines)) if entry)
    text = files[0].read_text()
    steps = [line for line in text.splitlines() if re.match(" {8}[A-Z]", line)]
    return first, seconds, len(steps), len(text.splitlines())

def finding(entry):
    inner = entry.get("finding")
    return inner.get("_0", inner) if inner else None

def machine(python, folder, seed, limit, is_right):
    """The shortest failing example of a state machine: its steps and all that is said."""
    status, said, seconds = run(
        [python, HERE / "machine.py", folder, seed, limit] + ["--right"] * is_right, folder)
    if status == 0:
        return None
    if not (folder / "first").exists():
        sys.exit(f"compare.py: the state machine has no result: {said}")
    examples = [
        len(re.findall(r"^[ |]*state\.(?!teardown)\w+\(", example, re.MULTILINE))
        for example in said.split("state = Store()")]
    steps = min((count for count in examples if count), default=0)
    return float((folder / "first").read_text()), seconds, steps, len(said.splitlines())

def loop(folder, limit, is_right):
    """All that was done up to the failure."""
    status, said, seconds = run(
        [HERE / "loop.sh", HERE / "store.py", limit] + ["--right"] * is_right, folder)
    if status == 0:
        return None
    lines = said.splitlines()
    return seconds, seconds, len(lines) - 1, len(lines)

def peers(options, home):
    chosen = {"stress": lambda *rest: stress(options.relaunch, *rest)}
    if options.only in (None, "hypothesis"):
        venv.create(home / "venv", with_pip=True)
        python = home / "venv/bin/python"
        subprocess.run([python, "-m", "pip", "install", "-q", "hypothesis"], check=True)
        chosen["hypothesis"] = lambda *rest: machine(python, *rest)
    chosen["shell loop"] = lambda folder, seed, *rest: loop(folder, *rest)
    return {name: peer for name, peer in chosen.items() if options.only in (None, name)}

def middle(values):
    return f"{statistics.median(values):.1f} ({min(values):.1f} to {max(values):.1f})"

def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--relaunch", default="relaunch", type=lambda path: (
        os.path.abspath(path) if os.path.exists(path) else path))
    parser.add_argument("--only", choices=["stress", "hypothesis", "shell loop"])
    options = parser.parse_args()
    is_good = True
    with tempfile.TemporaryDirectory() as name:
        home = pathlib.Path(name)
        def trial(peer, *rest):
            with tempfile.TemporaryDirectory(dir=home) as folder:
                return peer(pathlib.Path(folder), *rest)
        for name, peer in peers(options, home).items():
            results = [trial(peer, seed, options.limit, False) for seed in range(1, options.seeds + 1)]
            found = [result for result in results if result]
            print(f"{name}: {len(found)} of {len(results)} found")
            if found:
                first, whole, steps, lines = zip(*found)
                print(f"  seconds to the first failure  {middle(first)}")
                print(f"  seconds to the whole report   {middle(whole)}")
                print(f"  steps that are reported       {middle(steps)}")
                print(f"  lines that are reported       {middle(lines)}")
            is_quiet = trial(peer, 1, QUIET_SECONDS, True) is None
            print(f"  the right form                {'quiet' if is_quiet else 'ALARM'}", flush=True)
            is_good = is_good and is_quiet and (name != "stress" or len(found) == len(results))
    sys.exit(0 if is_good else 1)

main()
