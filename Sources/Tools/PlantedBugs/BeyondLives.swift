/// Planted bugs that no life shows, and why.
enum BeyondLives {
    static let reasons: [String: String] = [
        "mark-lost-by-save":
            "a mark that keeps a file out of backups is no state, and no life restores a backup"
    ]
}
