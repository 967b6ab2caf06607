import Foundation
import Relaunch

// A broker that keeps retained messages: by default it saves them every half hour, and when it ends.
private let program = MeasuredProgram(
    "Mosquitto", version: Run("sh", "-c", "mosquitto -h | head -n 1"))

private let isThere = Requirement.condition(
    FileManager.default.fileExists(atPath: "/usr/sbin/mosquitto")
        && FileManager.default.fileExists(atPath: "/usr/bin/mosquitto_pub"),
    otherwise: "Mosquitto is not installed: the Debian packages are mosquitto and mosquitto-clients"
)

private let publish = Run(
    "mosquitto_pub", "-p", "$PORT", "-r", "-q", "1", "-t", "note", "-m", "all")
private let read = Run("sh", "-c", "mosquitto_sub -p $PORT -t note -C 1 -W 1 || true")

/// It saves what has changed after it has answered.
private let saved = Run("sh", "-c", "until grep -aqs all mosquitto.db; do sleep 0.02; done")

private func questions(
    _ setting: String, _ arguments: [String], isSaved: Bool = false
) -> Questions {
    Questions(
        program: program, setting: setting, requirement: isThere,
        work: { [Launch(arguments: arguments), publish] + (isSaved ? [saved] : []) },
        look: { [Launch(arguments: arguments), read] })
}

private let asItComes = questions("", ["0"])
private let savesEach = questions("autosave_on_changes, each", ["1"])
private let hasSaved = questions("autosave_on_changes, each, once saved", ["1"], isSaved: true)

let mosquitto = Suite(
    "Mosquitto",
    target: .service(
        "/bin/sh", "-c",
        """
        printf '%s\\n' 'user root' 'allow_anonymous true' 'persistence true' 'persistence_location ./' \\
            "listener $PORT 127.0.0.1" "pid_file $PWD/broker.pid" > broker.conf
        [ "$1" = 0 ] || printf '%s\\n' 'autosave_on_changes true' 'autosave_interval 1' >> broker.conf
        exec /usr/sbin/mosquitto -c broker.conf
        """, "sh", ready: .port),
    timeLimit: .seconds(20)
) {
    asItComes.back(after: .system, is: "nothing")
    asItComes.back(after: .crash(.SIGSEGV), is: "nothing")
    asItComes.back(after: .terminate, is: "all")
    asItComes.damaged(
        "mosquitto.db", after: .terminate, are: ["nothing", "nothing", "fails", "fails", "fails"])
    hasSaved.back(after: .system, is: "all")
    savesEach.window(upTo: .seconds(3), between: .zero, and: .seconds(2))
    hasSaved.ladder(startUp: .milliseconds(5), is: "all")
    savesEach.crashLoop()
    for (death, name) in Questions.deaths {
        asItComes.own("a save that \(name) cuts short") {
            Launch(arguments: ["0"])
            publish
            Run("sh", "-c", "kill -USR1 $(cat broker.pid)")
            saved
            Run("mosquitto_pub", "-p", "$PORT", "-r", "-q", "1", "-t", "note", "-m", "newer")
            Measure("a save after \(name)", .sweep, of: program)
            Sweep(death) {
                Run(
                    "sh", "-c",
                    "kill -USR1 $(cat broker.pid); until grep -aqs newer mosquitto.db; do sleep 0.02; done"
                )
            }
            Launch(arguments: ["0"])
            read
            Expect(.output(isOneOf: ["all", "newer"]))
        }
    }
}
