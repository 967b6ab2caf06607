/// Every bug of this executable, in the order of the rules.
@MainActor let bugs: [any PlantedApp.Type] = [
    // Saving.
    HalfOptedIn.self, SavedAfterAnswer.self, SavedAtTerminate.self, LateIdentifier.self,
    NamelessContainer.self, SameIdentifierTwice.self, IntReadAsBool.self, DoubleReadAsObject.self,
    Unencodable.self, SharedObjectTwice.self, RegisteredTooLate.self, RowForKey.self,
    RowAsModelIdentifier.self, TextLeftToView.self, PageNotReloaded.self,
    // Restoring.
    ScreenBuiltLate.self, StartScreenAlways.self, AlwaysDeclines.self, ClassAnswersNil.self,
    ClassForgotten.self, RenamedClass.self, LabelSetTooEarly.self, ResetOnAppear.self,
    VersionIgnored.self, NeverCompleted.self, CompletedTwice.self, DeletedKeyCrashes.self,
    DeletedKeyHaunts.self, RowOutOfRange.self, InjectedIntoRootOnly.self, ResetOnForeground.self,
    RenamedMode.self, ColumnOfAPad.self, SecondGeneration.self,
    // Deaths, snapshots, the world, and plain Swift.
    SetterCallsItself.self, SamplesAgain.self, CrashLimitRaised.self, WaitsForMainQueue.self,
    HiddenForEver.self, IgnoredOutsideSave.self, ItemsInCaches.self, AbsolutePath.self,
    ForgottenInMemoryWarning.self, LogBesideExecutable.self, SavedInDeinit.self,
    SettingOfAnotherType.self,
    // Scenes.
    SecondWindowWithoutDelegate.self, UnusedWindowsClosed.self, RestoredFromOptions.self,
    NilForTheList.self, MisspeltActivityType.self, ShownTwice.self, EmptiedByNeedsSave.self,
    OwnTypeInUserInfo.self, RequiredKeyMisspelt.self, OneStateForAll.self,
    RestoredIntoFirst.self, OneActivityForAll.self, PageOfMainScene.self,
    DroppedAtDisconnection.self, DisconnectedForAll.self, SavedInResignActive.self,
    NumberedByPlace.self, KeptAfterClosing.self, FirstWindowForced.self, WindowsTidiedUp.self,
    ClosedWhileLocked.self,
    AllWindowsShown.self,
]
