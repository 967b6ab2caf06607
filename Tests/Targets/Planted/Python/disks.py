#!/usr/bin/env -S python3 -S -s -E
"""Programs that count on what a file system does not promise, each with a twin that does not:

    disks.py BUG [--right]                    a little app that does it for each of its items
    disks.py BUG [--right] before|steps|look  one part of it alone, in the directory that it is run in
    disks.py --list                           the catalogue
"""
import sys

from app import main
from disk_bugs import BUGS

if __name__ == "__main__":
    if sys.argv[-1] in ("before", "steps", "look"):
        found = [bug for bug in BUGS if bug.bug[0] == sys.argv[1]]
        bug = found[0]("--right" in sys.argv, 1)
        sys.exit(getattr(bug, sys.argv[-1])() is False)
    main(BUGS)
