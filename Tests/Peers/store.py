#!/usr/bin/env python3
"""A small store of texts: a server on a Unix socket, and its client.

store.py serve [--right]                       the server
store.py set KEY VALUE | get KEY | dump        its client

The file has a line `KEY,VALUE` for each text. The wrong form forgets that a text may hold a comma or the end
of a line: what it shows is right until it is started again. The right form quotes them.
"""
import csv, io, json, os, socket, sys

SOCKET, DATA = "store.sock", "store.csv"

def text_of(store, is_right):
    if not is_right:
        return "".join(f"{key},{value}\n" for key, value in store.items())
    lines = io.StringIO()
    csv.writer(lines).writerows(store.items())
    return lines.getvalue()

def store_of(text, is_right):
    rows = csv.reader(io.StringIO(text, newline="")) if is_right else (
        line.split(",") for line in text.splitlines())
    store = {}
    for key, value, *_ in rows:
        store[key] = value
    return store

def make_durable(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)

def save(store, is_right):
    with open(DATA + ".new", "w", newline="") as file:
        file.write(text_of(store, is_right))
    make_durable(DATA + ".new")
    os.replace(DATA + ".new", DATA)
    make_durable(".")

def serve(is_right):
    store = {}
    if os.path.exists(DATA):
        with open(DATA, newline="") as file:
            store = store_of(file.read(), is_right)
    if os.path.exists(SOCKET):
        os.unlink(SOCKET)  # A server that was killed has left it.
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
                save(store, is_right)
            lines.write((json.dumps(store) if action == "dump" else "done") + "\n")

def ask(request):
    client = socket.socket(socket.AF_UNIX)
    client.connect(SOCKET)
    with client, client.makefile("rw") as lines:
        lines.write(json.dumps(request) + "\n")
        lines.flush()
        return lines.readline() or sys.exit("store.py: the server is gone")

if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", *options]: serve("--right" in options)
        case ["get", key]: print(json.loads(ask(["dump"])).get(key, ""))
        case words: print(ask(words), end="")
