// The payload of the sessions' file: a section for the head, then one for each session.

extension SceneArchive {
    /// The content of the file.
    package var file: [UInt8] {
        SealedFile.seal(magic: Self.magic, version: Self.version) { writer in
            writer.writeSection { head in
                head.write(count: lastNumber)
                head.write(count: sessions.count)
                head.write(count: discarded.count)
            }
            for session in sessions + discarded {
                writer.writeSection { session.write(to: &$0) }
            }
        }
    }

    /// Reads the content of the file.
    ///
    /// - Throws: `UnusableFile` where anything is not as it was written.
    package init(file: [UInt8]) throws(UnusableFile) {
        var reader = try SealedFile.open(file, magic: Self.magic, version: Self.version)
        do {
            try self.init(payload: &reader)
        } catch {
            throw .damaged(error)
        }
    }

    private init(payload reader: inout ByteReader) throws(Damage) {
        var head = try reader.readSection().content
        lastNumber = try head.readCount()
        let open = try head.readCount()
        let closed = try head.readCount()
        guard head.isAtEnd else { throw head.damage("there are bytes after the head's end") }
        let most = reader.remaining / Section.headerLength
        guard open <= most, closed <= most - open else {
            throw reader.damage("it has fewer than \(open) sessions")
        }
        sessions = try Self.sessions(open, from: &reader, firstIndex: 0)
        discarded = try Self.sessions(closed, from: &reader, firstIndex: open)
        guard reader.isAtEnd else { throw reader.damage("there are bytes after its end") }
    }

    private static func sessions(
        _ count: Int, from reader: inout ByteReader, firstIndex: Int
    ) throws(Damage) -> [Session] {
        var sessions: [Session] = []
        sessions.reserveCapacity(count)
        for index in 0..<count {
            var section = try reader.readSection().content
            do throws(Damage) {
                sessions.append(try Session(from: &section))
            } catch {
                throw Damage(error.reason, at: error.offset, record: firstIndex + index)
            }
        }
        return sessions
    }
}

extension SceneArchive.Session {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(count: number)
        writer.write(identifier)
        writer.write(role)
        writer.write(configuration)
        writer.write(delegateType)
        writer.write(byte: isInForeground ? 1 : 0)
        writer.write(byte: activity == nil ? 0 : 1)
        activity?.write(to: &writer)
        userInfo.write(to: &writer)
        values.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(Damage) {
        self.init(
            number: try reader.readCount(), identifier: try reader.readString(),
            role: try reader.readString())
        guard !identifier.isEmpty else { throw reader.damage("the session has no identifier") }
        configuration = try reader.readOptionalString()
        delegateType = try reader.readOptionalString()
        isInForeground = try reader.readByte() != 0
        if try reader.readByte() != 0 { activity = try SceneArchive.Activity(from: &reader) }
        userInfo = try Optional<StateValue>(from: &reader)
        values = try KeyedValues(from: &reader)
        guard reader.isAtEnd else { throw reader.damage("there are bytes after the session's end") }
    }
}

extension SceneArchive.Activity {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(type)
        writer.write(title)
        writer.write(targetContentIdentifier)
        writer.write(byte: requiredKeys == nil ? 0 : 1)
        if let requiredKeys { writer.write(requiredKeys) { $0.write($1) } }
        userInfo.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(Damage) {
        self.init(type: try reader.readString())
        title = try reader.readOptionalString()
        targetContentIdentifier = try reader.readOptionalString()
        if try reader.readByte() != 0 {
            requiredKeys = try reader.readArray { reader throws(Damage) in
                try reader.readString()
            }
        }
        userInfo = try Optional<StateValue>(from: &reader)
    }
}

extension Optional<StateValue> {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(byte: self == nil ? 0 : 1)
        self?.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(Damage) {
        self = try reader.readByte() == 0 ? nil : try StateValue(from: &reader)
    }
}
