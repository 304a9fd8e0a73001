import Storage
import Synchronization

/// The row of a database that says who may write, by the database's own clock.
final class SimulatedLease: Sendable {
    /// ms for which the lease is held after its renewal.
    static let length = 4_000

    private struct State {
        var now = 0
        var generation = 0
        var expiry = 0
        /// A commit by who has the lease no more.
        var trespass: String?
    }

    private let state = Mutex(State())

    /// Sets the database's clock.
    func set(_ now: Int) { state.withLock { $0.now = now } }

    /// Takes the lease if it is free. Returns its generation.
    func take() -> Int? {
        state.withLock { state in
            guard state.now >= state.expiry else { return nil }
            state.generation += 1
            state.expiry = state.now + SimulatedLease.length
            return state.generation
        }
    }

    /// Holds the lease for longer, as every commit does. False for a generation that is another's by now.
    func renew(_ generation: Int) -> Bool {
        state.withLock { state in
            guard state.generation == generation else { return false }
            state.expiry = state.now + SimulatedLease.length
            return true
        }
    }

    /// Gives the lease back.
    func release(_ generation: Int) {
        state.withLock { state in
            if state.generation == generation { state.expiry = state.now }
        }
    }

    /// Something is committed under a generation.
    func committed(_ generation: Int) {
        state.withLock { state in
            guard state.generation != generation, state.trespass == nil else { return }
            state.trespass = "generation \(generation) commits when \(state.generation) has the lease"
        }
    }

    /// The hub that has committed without the lease, if any has.
    var trespass: String? { state.withLock { $0.trespass } }
}

/// The engine of one hub over a database that all hubs share. What is submitted waits for the disk; the lease is looked
/// at when it is committed.
final class LeasedStorage: ForwardingStorage {
    let base: any Storage
    private let lease: SimulatedLease
    private let generation: Int
    private let disk: JobList
    private let sabotage: ClusterSabotage?
    private let submitted = Atomic(0)

    /// `base` commits while it is called.
    init(
        _ base: any Storage, _ lease: SimulatedLease, generation: Int, disk: JobList, sabotage: ClusterSabotage?
    ) {
        self.base = base
        self.lease = lease
        self.generation = generation
        self.disk = disk
        self.sabotage = sabotage
    }

    func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>) {
        let number = submitted.add(1, ordering: .relaxed).newValue
        disk.enqueue { [self] in
            guard lease.renew(generation) || sabotage == .commitsUnfenced else { return completion(.failure(.fenced)) }
            if sabotage == .losesCommits, number % 5 == 0 { return completion(.success(())) }
            lease.committed(generation)
            base.submit(transaction, completion: completion)
        }
    }
}

/// Faults that somebody might put into a cluster some day: the simulation must find each of them.
enum ClusterSabotage: CaseIterable {
    /// Commits also when another hub has the lease.
    case commitsUnfenced
    /// Loses a commit now and then, and says that all is well.
    case losesCommits
    /// Sends what a player guessed to a node on which others watch.
    case leaksGuesses
    /// Has watchers miss an event.
    case skipsEvents
    /// Never says what a node has read.
    case forgetsQuestions
}
