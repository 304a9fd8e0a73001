import HTTP1
import Sessions
import Synchronization
import Telemetry

/// The place where strangers become players. A private server asks for its password there, once for each device: who is
/// a player already is not asked again, also after it was changed.
final class Entrance: Sendable {
    /// The setting `access`.
    enum Access: String, Sendable, CaseIterable {
        case open, password
    }

    /// The outcome of a try.
    enum Outcome: Hashable, Sendable {
        case right
        case wrong
        /// Too many tries of that network; the ms until the next.
        case wait(Int)
        /// Too many tries of everybody at once.
        case busy
    }

    let isOpen: Bool
    private let folder: DataFolder
    private let work: SlowWork
    private let state: Mutex<State>
    private let limits = AddressLimits(perMinute: Entrance.triesPerMinute)

    private struct State {
        var password: ServerPassword?
        /// A quick digest of the password, once somebody has shown it: a class of thirty is not thirty tries.
        var known: [UInt8]?
    }

    /// Passwords that a network may try in a minute; the right one is no try, but for the first time.
    static let triesPerMinute = 10

    /// Mixed into quick digests, which are in memory only.
    private static let secret = randomBytes(32)

    /// Throws if a password is to be asked for and there is none.
    init(_ access: Access, _ folder: DataFolder, _ work: SlowWork) throws(ConfigurationFault) {
        isOpen = access == .open
        self.folder = folder
        self.work = work
        state = Mutex(State(password: isOpen ? nil : try Entrance.password(in: folder)))
    }

    /// Reads the password again. Throws, and leaves the one before in force, if there is none to read.
    func reload() throws(ConfigurationFault) {
        guard !isOpen else { return }
        let password = try Entrance.password(in: folder)
        state.withLock { if $0.password != password { $0 = State(password: password) } }
    }

    /// The password of a folder; throws if there is none.
    static func password(in folder: DataFolder) throws(ConfigurationFault) -> ServerPassword {
        guard let password = try ServerPassword.read(from: folder) else {
            throw ConfigurationFault(
                "access: no password is set; set one with “tilerace set-password --data \(folder.path)”")
        }
        return password
    }

    /// Whether who proves no player may ask for that: nothing of a private server, but how to come in.
    func isForStrangers(_ resource: HubResource) -> Bool {
        switch resource {
        // Those of an account ask for a proof themselves.
        case .health, .account: true
        case .today, .puzzle, .results, .rooms, .history, .replay: isOpen
        }
    }

    /// Tries a password. `then` is called once, on any thread.
    func `try`(_ text: String, of client: ClientNetwork, now: Int, then: @escaping @Sendable (Outcome) -> Void) {
        let quick = sha256(Entrance.secret + ServerPassword.bytes(of: text))
        let (password, isKnown) = state.withLock { ($0.password, $0.known == quick) }
        if isKnown { return then(.right) }
        if let wait = limits.take(client, now: now) { return then(.wait(wait)) }
        guard ServerPassword.lengths.contains(text.count) else { return then(.wrong) }
        let isTaken = work.run { [self] in
            guard let password, let isRight = password.isText(text) else { return then(.busy) }
            // The password may have been changed meanwhile.
            if isRight { state.withLock { if $0.password == password { $0.known = quick } } }
            then(isRight ? .right : .wrong)
        }
        if !isTaken { then(.busy) }
    }
}
