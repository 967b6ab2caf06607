/// Every bug of this executable, in the order of the rules.
@MainActor let bugs: [FileApp.Type] = [
    // Saving.
    AnsweredBeforeDurable.self, FolderNotSynced.self, LinePerValue.self, PastedJSON.self,
    NumberThroughDouble.self, SavedInPlace.self, RenamedWithoutSync.self, OldRemovedFirst.self,
    JournalDeletedEarly.self, AsidesPileUp.self, SavedWhileLocked.self,
    HiddenWhileLocked.self, ErrorIgnored.self,
    // Restoring.
    EmptyFileCrashes.self, DamagedFileCrashes.self, NewerFormatHalfRead.self,
    ExpiredTimerRuns.self, RestoredWhileLocked.self, ConsumedWhileRestoring.self,
    RewrittenWhileRestoring.self, RenamedCase.self,
    // Deaths and the crash rule.
    SuspendedKillCounted.self, LockBlocksStart.self, FirstLaunchTwice.self, ConfirmedEarly.self,
    DoubleLaunchCounted.self, CrashLoopNeverBroken.self, CountNeverReset.self,
    SafeModeForEver.self, HistoryInPlace.self, HistoryNotSynced.self, ClockInCrashRule.self,
    TerminationCounted.self, DiaryWiped.self,
    // Snapshots.
    ShownAfterDiscard.self, ShownWithoutState.self, SuppressedForEver.self,
    DialogInPicture.self, DamagedPictureStops.self, FirstPictureKept.self,
    // The world, and plain Swift.
    StateInTmp.self, MarkLostBySave.self, LogOutside.self, TwoFiles.self,
]
