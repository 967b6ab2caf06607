/// Consumes the events of a run and writes something.
///
/// A reporter is called on one thread, with the events in their order, and ends with `.runFinished`.
/// The event stream is the interface; what reporters write for people may change at any time.
public protocol Reporter: AnyObject {
    /// Takes an event. What it throws is reported as a fault of the harness and ends no run.
    func receive(_ event: Event) throws
}
