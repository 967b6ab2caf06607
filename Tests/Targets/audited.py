#!/usr/bin/env -S python3 -S -s -E
"""Targets for the tests of what an audit draws, compares and says: the first argument names one.

They are in modules, for Python compiles a script at each start and a module once.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Planted", "Python"))
from app import main
from audited_apps import TARGETS
from audited_little import TARGETS as LITTLE

main(list(TARGETS.values()) + list(LITTLE.values()))
