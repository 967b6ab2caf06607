"""The target protocol in Python, without any of this project's code."""
import os, sys
from quick_json import dumps, loads


class Harness:
    """The other end of the channel: one JSON-RPC message a line."""

    def __init__(self, descriptor, app):
        self.descriptor = descriptor
        os.set_inheritable(descriptor, False)
        self.lines = os.fdopen(descriptor, "rb", closefd=False)
        self.held, self.waiting, self.last_id, self.app = [], [], 0, app

    def put(self, **message):
        try:
            line = dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
            while line:
                line = line[os.write(self.descriptor, line):]
        except OSError:
            os._exit(0)  # Nobody listens any more.

    def receive(self):
        line = self.lines.readline()
        return loads(line) if line.endswith(b"\n") else os._exit(0)

    def tell(self, method, **params):
        self.put(method=method, params=params)

    def ask(self, method, **params):
        """Sends a request and waits; meanwhile the state and the screen are shown."""
        self.last_id += 1
        self.put(id=self.last_id, method=method, params=params)
        while (message := self.receive()).get("id") != self.last_id or "method" in message:
            if message.get("method") in ("state", "screenshot"):
                self.answer(message)
            else:
                self.waiting.append(message)
        if "error" in message:
            sys.exit(f"the harness refuses {method}: {message['error']['message']}")
        return message["result"]

    def report(self, name, method, **params):
        """Tells, or where the harness holds the name, asks for leave."""
        (self.ask if name in self.held else self.tell)(method, **params)

    def enter(self, phase):
        self.report(phase, "phase", phase=phase)

    def answer(self, request):
        method, params = request["method"], request.get("params", {})
        self.held = params.get("hold", self.held)
        try:
            result, quits = self.result(method, params), False
            quits = method == "lifecycle" and params["event"] == "quit"
            self.put(id=request["id"], result=result)
        except NotImplementedError:
            error = {"code": -32601, "message": f"there is no method {method}"}
            return self.put(id=request["id"], error=error)
        except Exception as error:
            failure = {"code": -32000, "message": repr(error)}
            return self.put(id=request["id"], error=failure)
        if quits:
            sys.exit(0)

    def result(self, method, params):
        if method == "state":
            return self.app.state()
        if method == "screenshot":
            return picture(self.app.shown_picture or self.app.draw())
        if method == "perform":
            self.app.perform(params["action"], params.get("arguments", {}))
            return self.app.state()
        if method == "lifecycle":
            self.app.handle(params["event"])
            return {}
        raise NotImplementedError

    def serve(self):
        while True:
            self.answer(self.waiting.pop(0) if self.waiting else self.receive())


def picture(svg):
    return {"mediaType": "image/svg+xml", "text": svg}
