import Relaunch
