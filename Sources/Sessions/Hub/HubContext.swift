import Messages
import Puzzles
import Storage
import WordLists

/// What all parts of a hub read: the world, what the host has chosen, the words, and which day it is.
final class HubContext {
    let environment: HubEnvironment
    let settings: HubSettings
    /// The words, the secrets and the calendar.
    let lists: PuzzleLibrary
    /// Which day it is.
    let days: Days
    /// The server goes down: nothing new is begun.
    private(set) var isDraining = false
    /// The hub of which this is. Its parts hold each other as long as it is there, and so do those who wait for
    /// something.
    private weak var hub: AnyObject?

    init(environment: HubEnvironment, settings: HubSettings, lists: PuzzleLibrary) {
        self.environment = environment
        self.settings = settings
        self.lists = lists
        days = Days(environment: environment, lists: lists)
    }

    /// Server time, ms since 1970-01-01 UTC.
    var now: Int { environment.now() }

    /// Whatever is under way keeps `hub` in memory.
    func keep(_ hub: AnyObject) { self.hub = hub }

    /// From now on nothing new is begun.
    func beginDraining() { isDraining = true }

    /// 16 random bytes.
    func randomBytes() -> [UInt8] {
        [environment.random(), environment.random()].flatMap { bits in
            (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        }
    }

    /// A uniform number below `bound`, by rejection. Precondition: `bound` is positive.
    func random(below bound: Int) -> Int {
        precondition(bound > 0, "there is something to draw from")
        let bound = UInt64(bound)
        let accepted = UInt64.max - UInt64.max % bound
        while true {
            let bits = environment.random()
            if bits < accepted { return Int(bits % bound) }
        }
    }

    /// Asks storage, and goes on with the answer on the hub's thread.
    func ask<Value: Sendable>(
        _ call: (@escaping StorageReply<Value>) -> Void, then: @escaping (Result<Value, StorageError>) -> Void
    ) {
        let waiting = Confined(value: (hub: hub, then: then))
        let executor = environment.executor
        call { result in executor.enqueue { waiting.value.then(result) } }
    }

    /// Goes on when others have had their turn.
    func inAnotherTurn(_ work: @escaping () -> Void) {
        let waiting = Confined(value: (hub: hub, work: work))
        environment.executor.enqueue { waiting.value.work() }
    }

    /// Works something out on another thread, and goes on with it on the hub's. Refuses if too much waits already.
    func compute<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then: @escaping (Result<Value, ErrorReply>) -> Void
    ) {
        let waiting = Confined(value: (hub: hub, then: then))
        let executor = environment.executor
        let isTaken = environment.compute {
            let value = work()
            executor.enqueue { waiting.value.then(.success(value)) }
        }
        if !isTaken { then(.failure(.rateLimited(1_000))) }
    }
}

/// A part of a hub.
protocol HubPart {
    var context: HubContext { get }
}

extension HubPart {
    var environment: HubEnvironment { context.environment }
    var settings: HubSettings { context.settings }
    var lists: PuzzleLibrary { context.lists }
    var days: Days { context.days }
    /// Server time, ms since 1970-01-01 UTC.
    var now: Int { context.now }
    /// The server goes down: nothing new is begun.
    var isDraining: Bool { context.isDraining }
}
