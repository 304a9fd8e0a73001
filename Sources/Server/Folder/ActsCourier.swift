import Storage
import Synchronization
import Telemetry

/// Takes acts of commands from the data folder to the audit log. They stay in the folder until that has them.
final class ActsCourier: Sendable {
    /// The outcome of handing acts on.
    enum Outcome: Sendable {
        case noted
        /// The audit log does not take them now.
        case refused
        /// Another machine decides.
        case elsewhere
    }

    /// Hands acts to the audit log, and calls `then` once, on any thread.
    typealias Note = @Sendable (_ acts: [AdminAct], _ then: @escaping @Sendable (Outcome) -> Void) -> Void

    /// Acts that are handed on at once: what the hub does for them must not take long.
    static let most = 200
    /// The looks that are left out after something failed: a commit that fails costs every room a resync.
    static let pause = 30

    /// A thing that may go wrong, of which the log hears once until it goes well again.
    private enum Step {
        case reading, noting, forgetting
    }

    private struct State {
        /// Whether acts were handed on of which nothing has been heard.
        var isUnderWay = false
        var looksLeftOut = 0
        var faults: [Step: String] = [:]
    }

    private let folder: DataFolder
    private let logger: Logger
    private let note: Note
    private let state = Mutex(State())

    init(in folder: DataFolder, _ logger: Logger, note: @escaping Note) {
        self.folder = folder
        self.logger = logger
        self.note = note
    }

    /// Hands acts to the hub, if it is here.
    convenience init(in folder: DataFolder, to shards: ServerShards, _ logger: Logger) {
        self.init(in: folder, logger) { acts, then in
            shards.first.execute { loop in
                guard let shard = ServerShard.find(on: loop), let hub = shard.mailroom?.hub, shard.node?.decides ?? true
                else { return then(.elsewhere) }
                hub.administration.note(acts) { then($0 ? .noted : .refused) }
            }
        }
    }

    /// Looks for acts, and hands them on. To be called now and then, on a thread that may wait for the disk; `later`
    /// runs work on such a thread.
    func look(later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        guard begins() else { return }
        var found: [AdminAct] = []
        let isRead = attempt(.reading) { () throws(ConfigurationFault) in
            let acts = FolderActs(in: folder)
            guard try !acts.all().isEmpty else { return }
            // Not in the middle of a command, which takes its act back where it fails.
            found = try folder.alone { () throws(ConfigurationFault) in Array(try acts.all().prefix(ActsCourier.most)) }
        }
        guard !found.isEmpty else { return end(pauses: !isRead) }
        note(found) { [self, found] outcome in later { [self] in heard(outcome, of: found) } }
    }

    private func begins() -> Bool {
        state.withLock { state in
            guard !state.isUnderWay, state.looksLeftOut == 0 else {
                state.looksLeftOut = max(0, state.looksLeftOut - 1)
                return false
            }
            state.isUnderWay = true
            return true
        }
    }

    private func heard(_ outcome: Outcome, of acts: [AdminAct]) {
        switch outcome {
        case .noted:
            attempt(.noting) {}
            let isForgotten = attempt(.forgetting) { () throws(ConfigurationFault) in
                try FolderActs(in: folder).remove(acts)
            }
            end(pauses: !isForgotten)
        case .refused:
            attempt(.noting) { () throws(ConfigurationFault) in
                throw ConfigurationFault("the audit log does not take what commands did to the data folder")
            }
            end(pauses: true)
        case .elsewhere: end(pauses: true)
        }
    }

    private func end(pauses: Bool) {
        state.withLock { state in
            state.isUnderWay = false
            state.looksLeftOut = pauses ? ActsCourier.pause : 0
        }
    }

    /// Does something that is tried again later. Returns whether it went well.
    @discardableResult
    private func attempt(_ step: Step, _ body: () throws(ConfigurationFault) -> Void) -> Bool {
        var fault: String?
        do throws(ConfigurationFault) {
            try body()
        } catch {
            fault = "\(error)"
        }
        let isNews = state.withLock { state in
            defer { state.faults[step] = fault }
            return state.faults[step] != fault
        }
        if let fault, isNews { logger.warning("acts_not_logged", ["text": .text(fault)]) }
        return fault == nil
    }
}
