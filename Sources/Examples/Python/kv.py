#!/usr/bin/env python3
"""A key-value store that speaks no protocol of Relaunch: a server on a Unix socket, and its client.

kv.py serve [--no-sync] [--exit-at-start] [--background]    the server
kv.py set KEY VALUE | remove KEY | dump                     its client
"""
import json, os, socket, sys

SOCKET, DATA = "kv.sock", "kv.json"

def make_durable(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)

def save(store, syncs):
    new = DATA + ".new"  # A death leaves the old store or the new one.
    with open(new, "w") as file:
        json.dump(store, file)
    if syncs:
        make_durable(new)
    os.replace(new, DATA)
    if syncs:
        make_durable(".")

def serve(options):
    store = {}
    if os.path.exists(DATA):
        try:
            with open(DATA) as file:
                store = json.load(file)
        except ValueError:
            sys.exit(f"kv.py: {DATA} is damaged")
    if os.path.exists(SOCKET):
        os.unlink(SOCKET)  # A server that was killed has left it.
    if "--exit-at-start" in options:
        sys.exit("kv.py: no license")
    if "--background" in options:
        ended, held = os.pipe()
        if os.fork():
            sys.exit()
        os.close(held)
        os.read(ended, 1)  # The first process is gone before the server is there.
    server = socket.socket(socket.AF_UNIX)
    server.bind(SOCKET)
    server.listen()
    print("ready", flush=True)
    while True:
        connection, _ = server.accept()
        with connection, connection.makefile("rw") as lines:
            request = lines.readline()
            if not request:
                continue  # Somebody looked whether the server is there.
            action, *words = json.loads(request)
            if action == "set":
                store[words[0]] = words[1]
                save(store, "--no-sync" not in options)
            elif action == "remove":
                store.pop(words[0], None)
                save(store, "--no-sync" not in options)
            lines.write((json.dumps(store) if action == "dump" else "done") + "\n")

def ask(request):
    client = socket.socket(socket.AF_UNIX)
    client.connect(SOCKET)
    with client, client.makefile("rw") as lines:
        lines.write(json.dumps(request) + "\n")
        lines.flush()
        print(lines.readline() or sys.exit("kv.py: the server is gone"), end="")

if sys.argv[1:2] == ["serve"]:
    serve(sys.argv[2:])
else:
    ask(sys.argv[1:])
