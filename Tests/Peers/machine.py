"""What a user of Hypothesis would write: a state machine that sets texts, kills the server and looks.

machine.py FOLDER SEED SECONDS [--right]

Writes the seconds to the first failure to `first` in the folder. The exit status is 1 where there was one.
"""
import json, os, pathlib, shutil, signal, subprocess, sys, tempfile, time

from hypothesis import HealthCheck, seed, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

folder, number, limit, *options = sys.argv[1:]
begin = time.monotonic()
folder = os.path.abspath(folder)
program = os.path.abspath(os.path.join(os.path.dirname(__file__), "store.py"))
sys.path.insert(0, os.path.dirname(program))
import store

class Store(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.home = tempfile.mkdtemp(dir=folder)
        os.chdir(self.home)
        self.model = {}
        self.start()

    def start(self):
        self.server = subprocess.Popen(
            [program, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.server.stdout.readline() == b"ready\n", "it does not start"

    def kill(self):
        os.kill(self.server.pid, signal.SIGKILL)
        self.server.wait()
        self.server.stdout.close()

    @rule(key=strategies.sampled_from("ab"), value=strategies.text(max_size=40))
    def set(self, key, value):
        store.ask(["set", key, value])
        self.model[key] = value

    @rule()
    def die(self):
        try:
            self.kill()
            self.start()
            assert json.loads(store.ask(["dump"])) == self.model
        except AssertionError:
            first = pathlib.Path(folder, "first")
            if not first.exists():
                first.write_text(str(time.monotonic() - begin))
            raise

    def teardown(self):
        if self.server.poll() is None:
            self.kill()
        self.server.stdout.close()
        shutil.rmtree(self.home)

while time.monotonic() - begin < float(limit):
    chosen = settings(
        max_examples=100, deadline=None, database=None, print_blob=False,
        suppress_health_check=list(HealthCheck))
    try:
        run_state_machine_as_test(seed(int(number))(Store), settings=chosen)
    except AssertionError as error:
        print("\n".join([str(error)] + getattr(error, "__notes__", [])))
        sys.exit(1)
    number = int(number) + 1_000_000
