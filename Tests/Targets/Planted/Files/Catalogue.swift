/// Every bug of this executable.
@MainActor let bugs: [FileApp.Type] = [
    // The way a file is saved.
    SavedInPlace.self, RenamedWithoutSync.self, FolderNotSynced.self, TwoFiles.self,
    JournalDeletedEarly.self, HistoryInPlace.self, AsidesPileUp.self,
]
