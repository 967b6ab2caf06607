/// Consumes the events of a run and writes something.
///
/// A suite names its reporters: `Suite("Notes", target: .app("notes"), reporters: { [MyReporter()] })`.
///
/// A reporter is told one event at a time, in order, from `.runStarted` to `.runFinished`; not always on
/// the same thread. The run waits until `receive` has returned.
public protocol Reporter: AnyObject {
    /// Takes an event.
    ///
    /// - Throws: any error. It is reported as a fault of the harness with the reporter's name, and ends no
    ///   run; the reporter is told nothing more. The same becomes of one that takes longer than 10 seconds
    ///   for an event: leave long work to a thread of your own.
    func receive(_ event: Event) throws
}
