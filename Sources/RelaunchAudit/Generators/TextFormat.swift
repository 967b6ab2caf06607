import Relaunch

/// Texts in the formats that JSON Schema names.
enum TextFormat {
    static let samples: [String: [String]] = [
        "date": ["2001-02-03", "1999-12-31"],
        "date-time": ["2001-02-03T04:05:06Z", "1999-12-31T23:59:59.5+02:00"],
        "time": ["04:05:06Z", "23:59:59Z"],
        "duration": ["P1D", "PT2H30M"],
        "email": ["milk@example.com", "a.b+c@example.org"],
        "hostname": ["example.com", "a.example.org"],
        "ipv4": ["192.0.2.1", "198.51.100.7"],
        "ipv6": ["2001:db8::1", "::1"],
        "uri": ["https://example.com/a%20b?c=d#e", "urn:example:a"],
        "uri-reference": ["/a/b", "https://example.com/"],
        "uuid": ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "00000000-0000-4000-8000-000000000001"],
        "regex": ["^a+$"],
        "json-pointer": ["/a/b~1c", ""],
    ]
}
