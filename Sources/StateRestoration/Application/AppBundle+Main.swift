import Foundation

extension AppBundle {
    /// Makes `Bundle.main.infoDictionary` say what this bundle says: an app that compares the
    /// version of its bundle with that of the saved state finds them equal (S9, R9).
    ///
    /// Foundation reads the `Info.plist` beside the executable. An app without one has an empty
    /// dictionary, and a launch argument that overrides an entry changes nothing in it.
    func publish() {
        #if os(Linux)
            guard let information = CFBundleGetInfoDictionary(CFBundleGetMainBundle()) else {
                return
            }
            func set(_ value: String, _ key: String) {
                let entry = (key as NSString, value as NSString)
                withExtendedLifetime(entry) {
                    CFDictionarySetValue(
                        information, Unmanaged.passUnretained(entry.0).toOpaque(),
                        Unmanaged.passUnretained(entry.1).toOpaque())
                }
            }
            set(identifier, "CFBundleIdentifier")
            set(name, "CFBundleName")
            set(version, "CFBundleVersion")
            set(shortVersion ?? version, "CFBundleShortVersionString")
            mainStoryboard.map { set($0, "UIMainStoryboardFile") }
        #endif
    }
}

#if os(Linux)
    // Foundation can only read the dictionary of its main bundle. This is the same dictionary.
    @_silgen_name("CFBundleGetMainBundle")
    private func CFBundleGetMainBundle() -> OpaquePointer

    @_silgen_name("CFBundleGetInfoDictionary")
    private func CFBundleGetInfoDictionary(_ bundle: OpaquePointer) -> OpaquePointer?

    @_silgen_name("CFDictionarySetValue")
    private func CFDictionarySetValue(
        _ dictionary: OpaquePointer, _ key: UnsafeRawPointer, _ value: UnsafeRawPointer)
#endif
