/// What has to be observed on the way for the steps of a scenario to do their part, and what of it all is
/// judged.
struct ObservationPlan: Sendable {
    private(set) var observations: Set<Rehearsal.Observation> = []
    /// How many steps there are that record.
    private(set) var recordings = 0
    /// The launch that was the last before an expectation, counted from 1; 0 where there is none.
    private(set) var lastJudgedLaunch = 0
    /// Whether something is judged after a launch that follows a death.
    private(set) var relaunchesAfterDeath = false

    /// Takes in what a step needs from the first launch on.
    mutating func observe(_ needed: Set<Rehearsal.Observation>) { observations.formUnion(needed) }

    /// Takes in a step that records the calls of others.
    mutating func record() { recordings += 1 }

    /// Takes in that something about the target is judged at a point of its life.
    mutating func judge(_ needed: Set<Rehearsal.Observation>, at life: LifeCheck) {
        observe(needed)
        lastJudgedLaunch = life.launches
        if life.launchAfterDeath > 0 { relaunchesAfterDeath = true }
    }

    /// What cannot be observed together.
    var problem: String? {
        guard observations.contains(.writesOutside), recordings > 0 else { return nil }
        return
            "recorded steps are traced already, and a sweep names writes outside in its notes; "
            + "put `.nothingWrittenOutside` into a scenario of its own"
    }
}
