import ArgumentParser
print("relaunch")
