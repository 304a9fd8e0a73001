import GameRules
import Messages
import Puzzles
import Rooms
import Storage
import WordLists

/// The state that all parts of a hub share: environment, settings, word lists and the current day.
final class HubContext {
    let environment: HubEnvironment
    let settings: HubSettings
    /// The words, the secrets and the calendar.
    let puzzleSource: PuzzleSource
    /// The current day.
    let days: Days
    /// The class; nil for a server that is no classroom.
    private(set) var roll: ClassRoll?
    /// The roster of a class, also on a server that is no classroom now; empty where there is none. Nobody on it is
    /// forgotten: in the holidays the server may be open to all.
    private(set) var roster: ClassRoll
    /// Whether the server is shutting down: nothing new is begun.
    private(set) var isDraining = false
    /// The instant up to which all messages have been handled, by the time at which they were read, in ms since
    /// 1970-01-01 UTC. What ends by the clock is ended by this one: a move that was read in time comes first, however
    /// busy the hub is.
    private(set) var heard = Int.min
    /// The hub that this belongs to. Its parts reference each other while it lives, and so does pending work.
    private weak var hub: AnyObject?

    init(environment: HubEnvironment, settings: HubSettings, puzzleSource: PuzzleSource) {
        self.environment = environment
        self.settings = settings
        self.puzzleSource = puzzleSource
        roll = settings.classroom
        roster = settings.classroom ?? settings.roster
        days = Days(environment: environment, puzzleSource: puzzleSource)
    }

    /// Server time, ms since 1970-01-01 UTC.
    var now: Int { environment.now() }

    /// Moves that wait until the disk has caught up, and what comes after them.
    let held = HeldWork()

    /// Continues once all messages have been handled that were read until now.
    func whenHeard(_ work: @escaping () -> Void) {
        let instant = now
        environment.whenHeard { [weak self] in
            guard let self else { return }
            // Moves that are held were read before. They are handled first.
            guard held.isEmpty else { return held.add { [weak self] in self?.hear(instant, work) } }
            hear(instant, work)
        }
    }

    private func hear(_ instant: Int, _ work: () -> Void) {
        heard = max(heard, instant)
        work()
    }

    /// Keeps `hub` in memory as long as work is under way.
    func keep(_ hub: AnyObject) { self.hub = hub }

    /// Takes another roster of the class, which makes no classroom of a server that is none.
    func take(_ roster: ClassRoll) {
        self.roster = roster
        if roll != nil { roll = roster }
    }

    /// Begins nothing new from now on.
    func beginDraining() { isDraining = true }

    /// Returns 16 random bytes.
    func randomBytes() -> [UInt8] {
        [environment.random(), environment.random()].flatMap { bits in
            (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        }
    }

    /// Returns a uniform number below `bound`, by rejection. Precondition: `bound` is positive.
    func random(below bound: Int) -> Int {
        precondition(bound > 0, "there is something to draw from")
        let bound = UInt64(bound)
        let accepted = UInt64.max - UInt64.max % bound
        while true {
            let bits = environment.random()
            if bits < accepted { return Int(bits % bound) }
        }
    }

    /// Asks storage, and continues with the answer on the hub's thread.
    func ask<Value: Sendable>(
        _ call: (@escaping StorageReply<Value>) -> Void, then: @escaping (Result<Value, StorageError>) -> Void
    ) {
        let waiting = Confined(value: Pending(hub: hub, then: then))
        let executor = environment.executor
        call { result in executor.enqueue { waiting.value.then(result) } }
    }

    /// Logs a read that failed. A storage that is closed is no fault: a server stops, or decides no more.
    /// `what`: was to be read, for the log.
    func report(unread error: StorageError, _ what: String? = nil) {
        guard error != .closed else { return }
        environment.report(.read, what.map { "\($0): \(error)" } ?? "\(error)")
    }

    /// Continues in a later turn of the hub.
    func inAnotherTurn(_ work: @escaping () -> Void) {
        let waiting = Confined(value: (hub: hub, work: work))
        environment.executor.enqueue { waiting.value.work() }
    }

    /// Returns the line of the daily races that a room opens from now on.
    func dailyLine(of room: RoomState) -> PuzzleLine { playedLine(room.dailyLine) }

    /// Returns a line that a host chose, or the server's first if nobody chose one or the server plays it no more.
    func playedLine(_ line: PuzzleLine?) -> PuzzleLine {
        line.flatMap { settings.lines.contains($0) ? $0 : nil } ?? settings.lines[0]
    }

    /// Works out a password on another thread, and continues with the result on the hub's. Refuses if the queue is
    /// full.
    func compute<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then: @escaping (Result<Value, ErrorReply>) -> Void
    ) {
        hand(work, to: environment.compute, then: then)
    }

    /// Looks for words on another thread, as `compute` does. Passwords, which strangers can make wait, do not hold it
    /// up.
    func searchWords<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then: @escaping (Result<Value, ErrorReply>) -> Void
    ) {
        hand(work, to: environment.searchWords, then: then)
    }

    /// Reads a name on another thread, as `compute` does, in a queue of its own.
    func readNames<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then: @escaping (Result<Value, ErrorReply>) -> Void
    ) {
        hand(work, to: environment.readNames, then: then)
    }

    private func hand<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, to queue: (_ work: @escaping @Sendable () -> Void) -> Bool,
        then: @escaping (Result<Value, ErrorReply>) -> Void
    ) {
        let waiting = Confined(value: Pending(hub: hub, then: then))
        let executor = environment.executor
        let isTaken = queue {
            let value = work()
            executor.enqueue { waiting.value.then(.success(value)) }
        }
        if !isTaken { then(.failure(.rateLimited(1_000))) }
    }
}

/// The continuation of a call under way, with the hub that it keeps in memory. A struct, as a closure in a tuple would
/// be wrapped in another one for each call.
private struct Pending<Value> {
    let hub: AnyObject?
    let then: (Value) -> Void
}

/// A part of a hub.
protocol HubPart {
    var context: HubContext { get }
}

extension HubPart {
    var environment: HubEnvironment { context.environment }
    var settings: HubSettings { context.settings }
    var puzzleSource: PuzzleSource { context.puzzleSource }
    var days: Days { context.days }
    /// Server time, ms since 1970-01-01 UTC.
    var now: Int { context.now }
    /// Whether the server is shutting down: nothing new is begun.
    var isDraining: Bool { context.isDraining }
}

/// The value of a function until `SessionHub.join` has set it. A part that is joined to no other is our own fault.
func isUnjoined() -> Never { preconditionFailure("a part of the hub is not joined to others") }
