import RestorationArchive

extension Decoder {
    func decodeArchive(_ input: [UInt8]) {
        read(archive: input)
        // A checksum is hardly ever guessed: what lies behind it is reached with a right one.
        read(
            archive: SealedFile.seal(
                input, magic: StateArchive.magic, version: StateArchive.version))
    }

    private func read(archive file: [UInt8]) {
        let reading = ArchiveReading(file: file)
        precondition(reading.records.count <= file.count, "more records than bytes")
        guard let archive = try? StateArchive(file: file) else { return }
        // By their paths: not every number is equal to itself.
        precondition(
            reading.records.map(\.record.path) == archive.records.map(\.path),
            "a launch takes other records than are shown")
        for record in archive.records {
            _ = TypeName.type(record.type)
            _ = TypeName.readable(record.type)
        }
        precondition((try? StateArchive(file: archive.file)) != nil, "it cannot be written again")
    }

    func decodeHistory(_ input: [UInt8]) {
        _ = try? LaunchRecord(file: input)
        let file = SealedFile.seal(
            input, magic: LaunchRecord.magic, version: LaunchRecord.version)
        guard let record = try? LaunchRecord(file: file) else { return }
        precondition((try? LaunchRecord(file: record.file)) == record, "it is written otherwise")
    }

    func decodeScenes(_ input: [UInt8]) {
        _ = try? SceneValues(file: input)
        let file = SealedFile.seal(input, magic: SceneValues.magic, version: SceneValues.version)
        guard let scenes = try? SceneValues(file: file) else { return }
        precondition((try? SceneValues(file: scenes.file)) != nil, "it cannot be written again")
    }

    func decodeSessions(_ input: [UInt8]) {
        _ = try? SceneArchive(file: input)
        let file = SealedFile.seal(input, magic: SceneArchive.magic, version: SceneArchive.version)
        guard let sessions = try? SceneArchive(file: file) else { return }
        precondition((try? SceneArchive(file: sessions.file)) != nil, "it cannot be written again")
    }
}

/// A file of each kind, as it should be.
package enum SampleFiles {
    /// Three records, the last of them below the first.
    package static let archive: StateArchive = {
        var archive = StateArchive()
        archive.generation = 3
        archive.origin.bundleVersion = "7"
        archive.application.values = ["screen": .string("list")]
        archive.records = ["list", "editor", "help"].map { name in
            var record = StateArchive.Record(kind: .controller, path: [name], type: "plain")
            record.state.values = [
                "text": .string("the text of \(name)"), "count": .int(5), "flag": .bool(true),
                "nested": .array([.dictionary([.string("a"), .boxed(.double(1.5))]), .null]),
                "object": .instance(0), "json": .codable(type: "Filter", json: Array("{}".utf8)),
            ]
            record.state.objects = [.init(type: "plain", values: ["data": .data([1, 2, 3])])]
            return record
        }
        archive.records[2].parent = 0
        return archive
    }()

    package static let history = LaunchRecord(
        crashes: 2, isOpen: true, boot: "boot", snapshotIgnoredFor: 3)

    package static let scenes: SceneValues = {
        var scenes = SceneValues()
        for name in ["main", "second"] {
            scenes.scenes[name] = KeyedValues(
                values: ["tab": .string("notes"), "page": .int(4), "wide": .boxed(.bool(true))],
                objects: [.init(type: "plain", values: ["url": .url("file:///a")])])
        }
        return scenes
    }()

    /// Two sessions, one of them with everything, and one that was closed.
    package static let sessions: SceneArchive = {
        var archive = SceneArchive()
        archive.lastNumber = 3
        archive.sessions = [1, 3].map { number in
            SceneArchive.Session(number: number, identifier: "session \(number)", role: "window")
        }
        archive.discarded = [
            SceneArchive.Session(number: 2, identifier: "session 2", role: "window")
        ]
        archive.sessions[0].configuration = "Default Configuration"
        archive.sessions[0].delegateType = "plain"
        archive.sessions[0].isInForeground = true
        var activity = SceneArchive.Activity(type: "org.example.editing")
        activity.title = "groceries"
        activity.requiredKeys = ["note"]
        activity.userInfo = .dictionary([.string("note"), .string("groceries")])
        archive.sessions[0].activity = activity
        archive.sessions[0].userInfo = .dictionary([.string("pinned"), .boxed(.bool(true))])
        archive.sessions[0].values = KeyedValues(values: ["tab": .string("notes")])
        return archive
    }()

    /// What lies behind a file's header.
    package static func payload(_ file: [UInt8]) -> [UInt8] {
        Array(file[SealedFile.headerLength...])
    }
}
