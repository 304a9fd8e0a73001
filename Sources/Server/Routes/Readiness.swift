import Dispatch
import Foundation
import Storage
import Synchronization
import Telemetry

/// Whether the server takes guesses now: `GET /readyz`, for load balancers and supervisors. Kept up to date by the
/// hub's shard, and read by every shard without asking anybody.
final class Readiness: Sendable {
    /// Why guesses are not taken, the weightiest first.
    enum Hindrance: String, CaseIterable, Sendable {
        /// The server goes down.
        case stopping
        /// Several machines serve, none decides, and this one may not: its clock is far ahead of the others'.
        case clockAhead = "clock_ahead"
        /// Several machines serve, and none that decides is to be reached.
        case noHub = "no_hub"
        /// The last transaction could not be made durable, or the data folder cannot be written to.
        case storageUnavailable = "storage_unavailable"
        /// The data folder's file system has less free space than ``ServerBounds/leastFreeSpace``.
        case diskFull = "disk_full"

        /// A sentence for people. It tells nothing of the machine.
        var detail: String {
            switch self {
            case .stopping: "The server goes down."
            case .clockAhead: "The server's clock is ahead of that of its database."
            case .noHub: "The server looks for the one that decides."
            case .storageUnavailable: "The server cannot write to its storage."
            case .diskFull: "The server has hardly any room left on its disk."
            }
        }
    }

    private struct State {
        var hindrances: Set<Hindrance> = []
        /// Whether a look at the disk is under way.
        var isLooking = false
        /// When the last look was begun, in ms of the server's clock.
        var looked = Int.min
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "tilerace.readiness", qos: .utility)
    private let gauge: Gauge
    private let freeGauge: Gauge
    private let leastFreeSpace: Int
    private let freeSpace: @Sendable () -> Int?
    private let writes: @Sendable () -> Bool

    /// ms between two looks at the disk.
    static let pause = 1_000

    /// - Parameters:
    ///   - gauge: is 1 while guesses are taken, and else 0.
    ///   - freeGauge: has what `freeSpace` last said; -1 for nil.
    ///   - leastFreeSpace: bytes.
    ///   - freeSpace: returns the free bytes of the data folder's file system; nil if nobody can tell. May take long.
    ///   - writes: whether the data folder can be written to. May take long, and is asked only after storage failed.
    init(
        gauge: Gauge, freeGauge: Gauge, leastFreeSpace: Int, freeSpace: @escaping @Sendable () -> Int?,
        writes: @escaping @Sendable () -> Bool
    ) {
        self.gauge = gauge
        self.freeGauge = freeGauge
        self.leastFreeSpace = leastFreeSpace
        self.freeSpace = freeSpace
        self.writes = writes
        gauge.set(1)
    }

    /// The weightiest reason why guesses are not taken; nil while they are.
    var hindrance: Hindrance? { state.withLock { state in Hindrance.allCases.first(where: state.hindrances.contains) } }

    /// The server goes down, for good.
    func stop() { set(.stopping, true) }

    /// Whether there is a hub for this node.
    func found(hub isThere: Bool) { set(.noHub, !isThere) }

    /// Whether this node could decide, were its clock not ahead.
    func found(clockAhead isSo: Bool) { set(.clockAhead, isSo) }

    /// Storage has answered a transaction.
    func answered(_ result: Result<Void, StorageError>) {
        switch result {
        case .success: set(.storageUnavailable, false)
        case .failure(.unavailable), .failure(.fenced), .failure(.closed): set(.storageUnavailable, true)
        // These say nothing of the disk.
        case .failure(.conflict), .failure(.corrupt), .failure(.superseded): break
        }
    }

    /// Looks at the disk, elsewhere, if that was not done of late. `probe` is called, on any thread, if storage failed
    /// and may work again. It has storage commit something, so that ``answered(_:)`` hears of it also while nobody
    /// plays. `now` is in ms.
    func look(now: Int, probe: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            guard !state.isLooking, state.looked == Int.min || now - state.looked >= Readiness.pause else {
                return false
            }
            (state.isLooking, state.looked) = (true, now)
            return true
        }
        guard isDue else { return }
        queue.async { [self] in
            let free = freeSpace()
            freeGauge.set(free ?? -1)
            set(.diskFull, free.map { $0 < leastFreeSpace } ?? false)
            let mayWorkAgain = state.withLock { $0.hindrances.contains(.storageUnavailable) } && writes()
            state.withLock { $0.isLooking = false }
            if mayWorkAgain { probe() }
        }
    }

    /// Waits for a look that is under way. For tests.
    func waitForLook() { queue.sync {} }

    private func set(_ hindrance: Hindrance, _ isThere: Bool) {
        state.withLock { state in
            if isThere { state.hindrances.insert(hindrance) } else { state.hindrances.remove(hindrance) }
            gauge.set(state.hindrances.isEmpty ? 1 : 0)
        }
    }

    /// The answer to `GET /readyz`.
    var response: HTTPResponse {
        guard let hindrance else { return .json(Array(#"{"status":"ready"}"#.utf8)) }
        var response = HTTPResponse.problem(.serviceUnavailable, hindrance.detail, code: hindrance.rawValue)
        response.head.add("Retry-After", "1")
        return response
    }
}

extension DataFolder {
    /// Bytes that the server may still write to the folder's file system; nil if the system does not say.
    var freeSpace: Int? { DataFolder.freeSpace(at: path) }

    /// The free space of any folder, in bytes.
    static func freeSpace(at path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }
}
