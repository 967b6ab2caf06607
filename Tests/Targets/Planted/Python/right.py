#!/usr/bin/env -S python3 -S -s -E
"""Right programs of many shapes. There is nothing to find in any of them:

    right.py SHAPE
    right.py --list
"""
from app import main
from right_failures import SHAPES as FAILURES
from right_shapes import SHAPES
from right_windows import SHAPES as WINDOWS

if __name__ == "__main__":
    main(SHAPES + WINDOWS + FAILURES)
