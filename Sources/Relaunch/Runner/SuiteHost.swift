/// The entry point of a compiled scenario file.
///
/// `relaunch` generates the few lines that call it; nobody else needs to.
public enum SuiteHost {
    public static func main(_ suite: Suite) async {}
}
