#!/usr/bin/env -S python3 -S -s -E
"""Little apps with one restoration bug each, in Python and on SQLite:

    planted.py BUG           the wrong form
    planted.py BUG --right   its twin
    planted.py --list        the catalogue

The apps are in modules, for Python compiles a script at each start and a module once.
"""
from app import main
from bugs import BUGS

main(BUGS)
