#!/usr/bin/env -S python3 -S -s -E
"""Defects that really happened, each from its issue tracker, in little apps:

    happened.py BUG           what happened
    happened.py BUG --right   its twin
    happened.py --list        the catalogue, with the program and the issue of each
"""
from app import main
from happened_again import BUGS as AGAIN
from happened_data import BUGS as DATA
from happened_days import BUGS as DAYS
from happened_ends import BUGS as ENDS
from happened_failed import BUGS as FAILED
from happened_kept import BUGS as KEPT
from happened_later import BUGS as LATER
from happened_left import BUGS as LEFT
from happened_logs import BUGS as LOGS
from happened_next import BUGS as NEXT
from happened_resumed import BUGS as RESUMED
from happened_saving import BUGS as SAVING
from happened_shown import BUGS as SHOWN
from happened_since import BUGS as SINCE
from happened_some import BUGS as SOME
from happened_start import BUGS as START
from happened_together import BUGS as TOGETHER
from happened_views import BUGS as VIEWS
from happened_world import BUGS as WORLD

main(SAVING + DATA + KEPT + LOGS + NEXT + RESUMED + SHOWN + SOME + START + TOGETHER + VIEWS
     + WORLD + AGAIN + DAYS + ENDS + SINCE + FAILED + LATER + LEFT)
