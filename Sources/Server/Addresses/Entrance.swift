import GameRules
import HTTP1
import Sessions
import Synchronization
import Telemetry
import WordLists

/// The place where strangers become players. A private server asks for its password there, once for each device.
/// Somebody who is a player already is not asked again, even after the password was changed. A classroom asks for the
/// code of a place on its roster, and knows nobody else.
final class Entrance: Sendable {
    /// The setting `access`.
    enum Access: String, Sendable, CaseIterable {
        case open, password, invitation, classroom
    }

    /// A thing that a stranger shows to come in.
    enum Proof: Hashable, Sendable {
        case password(String)
        /// The token of an invitation.
        case invitation(String)
        /// The code of somebody on the roster.
        case code(String)
    }

    /// The outcome of a try.
    enum Outcome: Hashable, Sendable {
        case right
        /// The token of a good invitation, which is still to be used: see ``Entrance/redeem(_:wall:then:)``.
        case invited(String)
        /// The code is this player's, on this roll.
        case person(PlayerID, ClassRoll)
        case wrong
        /// Too many tries of that network; the ms until the next.
        case wait(Int)
        /// Too many tries of everybody at once.
        case busy
        /// The disk failed.
        case failed
    }

    /// The outcome of using an invitation.
    enum Redemption: Hashable, Sendable {
        /// The invitation is used, and that is on the disk.
        case right
        case wrong
        /// Too many use theirs at once.
        case busy
        /// The disk failed.
        case failed
    }

    private let access: Access
    private let folder: DataFolder
    private let logger: Logger
    /// The checks of passwords, apart from the other two: a client that tries many keeps nobody else waiting.
    private let passwords: SlowWork
    private let invitations: SlowWork
    /// A queue of its own beside the looks at invitations: a newcomer whose invitation was found valid is not turned
    /// away by later ones.
    private let redemptions: SlowWork
    private let codes: SlowWork
    private let state: Mutex<State>
    private let limits = AddressLimits(perMinute: Entrance.triesPerMinute)
    private let invitationLimits = AddressLimits(perMinute: Entrance.invitationsPerMinute)
    private let codeLimits = AddressLimits(perMinute: Entrance.codesPerMinute)

    private struct State {
        var password: ServerPassword?
        /// A quick digest of the password, once somebody has shown it: a class of thirty is not thirty tries.
        var known: [UInt8]?
        /// The setting `guests`.
        var takesGuests: Bool
        /// The roster's file as it was when it was last read, and when that failed.
        var roster: FileMark?
        var unreadable: FileMark?
        /// Codes that let somebody in: each hands on a roll that may be older than the last that was read.
        var codesTaken = 0
    }

    /// Passwords that a network may try in a minute; the right one is no try, but for the first time.
    static let triesPerMinute = 10

    /// Invitations that a network may try in a minute: nobody guesses one, and a class comes in at once.
    static let invitationsPerMinute = 120

    /// Codes of a classroom that a network may try in a minute. A class comes in at once, and one of half a trillion
    /// codes is not found by trying.
    static let codesPerMinute = 60

    /// Mixed into quick digests, which are in memory only.
    private static let secret = randomBytes(32)

    /// Throws if a password is to be asked for and there is none, and if invitations, or a roster, cannot be
    /// read. `takesGuests`: the setting `guests`; `capacity`: tries that may wait.
    init(
        _ access: Access, takesGuests: Bool = true, _ folder: DataFolder, _ logger: Logger, capacity: Int = 32
    ) throws(ConfigurationFault) {
        self.access = access
        self.folder = folder
        self.logger = logger
        passwords = SlowWork(capacity: capacity)
        invitations = SlowWork(capacity: capacity)
        redemptions = SlowWork(capacity: capacity)
        codes = SlowWork(capacity: capacity)
        if access != .open || !takesGuests { _ = try Invitations(in: folder).all() }
        if access == .classroom { _ = try Roster(in: folder).people() }
        let password = access == .password ? try Entrance.password(in: folder) : nil
        state = Mutex(State(password: password, takesGuests: takesGuests))
    }

    /// Whether everybody may become a player.
    var isOpen: Bool { access == .open && state.withLock { $0.takesGuests } }

    /// Takes another value of the setting `guests`. Players stay players.
    func change(takesGuests: Bool) { state.withLock { $0.takesGuests = takesGuests } }

    /// The roster of the data folder, whatever `access` is; nobody is on one that is not there.
    func roster() throws(ConfigurationFault) -> ClassRoll { try Roster(in: folder).roll() }

    /// The roster, if it was changed since this was last called; nil if not, or if it cannot be read.
    func changedRoll() -> ClassRoll? {
        let mark = FileMark(of: folder.path + "/" + Roster.file)
        let (isOther, codesTaken) = state.withLock { ($0.roster != mark, $0.codesTaken) }
        guard isOther else { return nil }
        do throws(ConfigurationFault) {
            let roll = try Roster(in: folder).roll()
            // Where somebody came in meanwhile, with a roll of before, this one is handed on once more.
            state.withLock { if $0.codesTaken == codesTaken { $0.roster = mark } }
            return roll
        } catch {
            // It stays as it was, and is read again at the next look; the log hears once of each change.
            let isKnown = state.withLock { state in
                defer { state.unreadable = mark }
                return state.unreadable == mark
            }
            if !isKnown { logger.error("roster_not_read_again", ["text": .text("\(error)")]) }
            return nil
        }
    }

    /// 403 to strangers who show nothing.
    var refusal: HTTPResponse {
        let (what, code) =
            switch access {
            case .password: ("its password", "password_needed")
            case .classroom: ("your code", "code_needed")
            case .open, .invitation: ("an invitation", "invitation_needed")
            }
        return .problem(.forbidden, "This server is private: POST /api/v1/session with \(what) first.", code: code)
    }

    /// Reads the password again. Throws, and leaves the one before in force, if there is none to read.
    func reload() throws(ConfigurationFault) {
        guard access == .password else { return }
        let password = try Entrance.password(in: folder)
        state.withLock { if $0.password != password { ($0.password, $0.known) = (password, nil) } }
    }

    /// The password of a folder; throws if there is none.
    static func password(in folder: DataFolder) throws(ConfigurationFault) -> ServerPassword {
        guard let password = try ServerPassword.read(from: folder) else {
            throw noPassword(in: folder.path)
        }
        return password
    }

    /// A folder in which no password was set.
    static func noPassword(in folder: String) -> ConfigurationFault {
        ConfigurationFault("access: no password is set; set one with “tilerace set-password --data \(folder)”")
    }

    /// 403 to who shows a code that is nobody's.
    static var wrongCode: HTTPResponse { .problem(.forbidden, "That is nobody's code here.", code: "bad_code") }

    /// Whether who proves no player may ask for that: nothing of a private server, but how to come in.
    func isForStrangers(_ resource: HubResource) -> Bool {
        switch resource {
        // The routes of an account and of the admin page ask for a proof themselves.
        case .health, .account, .admin: true
        case .today, .puzzle, .results, .rooms, .history, .replay, .boards: isOpen
        }
    }

    /// Tries a proof. Tries are counted at `now`, in ms of the server's clock. Invitations are made and expire at
    /// `wall`, in ms since 1970-01-01 UTC by the wall clock, which may be set. An invitation opens every private server
    /// but a classroom, the password only one that has one, and a code a classroom alone. `then` is called once, on any
    /// thread.
    func `try`(
        _ proof: Proof, of client: ClientNetwork, now: Int, wall: Int, then: @escaping @Sendable (Outcome) -> Void
    ) {
        switch proof {
        case .password(let text): tryPassword(text, of: client, now: now, then: then)
        case .invitation(let token): tryInvitation(token, of: client, now: now, wall: wall, then: then)
        case .code(let text): tryCode(text, of: client, now: now, then: then)
        }
    }

    private func tryCode(
        _ text: String, of client: ClientNetwork, now: Int, then: @escaping @Sendable (Outcome) -> Void
    ) {
        if let wait = codeLimits.take(client, now: now) { return then(.wait(wait)) }
        guard access == .classroom, Roster.normal(text) != nil else { return then(.wrong) }
        let isTaken = codes.run { [self] in
            do throws(ConfigurationFault) {
                guard let (player, roll) = try Roster(in: folder).find(text) else { return then(.wrong) }
                then(.person(player, roll))
                // The roster may have changed since it was read: after this one the hub is to hear of it again.
                state.withLock { state in
                    state.roster = nil
                    state.codesTaken += 1
                }
            } catch {
                logger.error("code_not_tried", ["text": .text("\(error)")])
                then(.failed)
            }
        }
        if !isTaken { then(.busy) }
    }

    private func tryInvitation(
        _ token: String, of client: ClientNetwork, now: Int, wall: Int, then: @escaping @Sendable (Outcome) -> Void
    ) {
        if let wait = invitationLimits.take(client, now: now) { return then(.wait(wait)) }
        guard access != .classroom else { return then(.wrong) }
        withInvitations(on: invitations, busy: .busy, failed: .failed, then) { invitations throws(ConfigurationFault) in
            try invitations.isGood(token, now: wall) ? .invited(token) : .wrong
        }
    }

    /// Uses an invitation, before anybody comes in by it. Only a guest who was
    /// recorded uses it up, so that one who could not be recorded can come again. `then` is called once, on any thread.
    func redeem(_ token: String, wall: Int, then: @escaping @Sendable (Redemption) -> Void) {
        withInvitations(on: redemptions, busy: .busy, failed: .failed, then) { invitations throws(ConfigurationFault) in
            try invitations.redeem(token, now: wall) ? .right : .wrong
        }
    }

    private func withInvitations<Result: Sendable>(
        on work: SlowWork, busy: Result, failed: Result, _ then: @escaping @Sendable (Result) -> Void,
        _ body: @escaping @Sendable (Invitations) throws(ConfigurationFault) -> Result
    ) {
        let isTaken = work.run { [folder, logger] in
            do throws(ConfigurationFault) {
                then(try body(Invitations(in: folder)))
            } catch {
                logger.error("invitation_not_tried", ["text": .text("\(error)")])
                then(failed)
            }
        }
        if !isTaken { then(busy) }
    }

    private func tryPassword(
        _ text: String, of client: ClientNetwork, now: Int, then: @escaping @Sendable (Outcome) -> Void
    ) {
        let quick = Digest(of: Entrance.secret + ServerPassword.bytes(of: text)).bytes
        let (password, isKnown) = state.withLock { ($0.password, $0.known == quick) }
        // A waiting network waits with the right password, too, which costs no try: else the wait would tell which
        // password is right.
        if let wait = limits.wait(of: client, now: now) { return then(.wait(wait)) }
        if isKnown { return then(.right) }
        if let wait = limits.take(client, now: now) { return then(.wait(wait)) }
        guard ServerPassword.lengths.contains(text.count) else { return then(.wrong) }
        let isTaken = passwords.run { [self] in
            guard let password else { return then(.wrong) }
            guard let isRight = password.isText(text) else { return then(.busy) }
            // The password may have been changed meanwhile.
            if isRight { state.withLock { if $0.password == password { $0.known = quick } } }
            then(isRight ? .right : .wrong)
        }
        if !isTaken { then(.busy) }
    }
}

extension Entrance.Proof {
    /// 403 to who shows it and should not come in.
    var refusal: HTTPResponse {
        switch self {
        case .password: .problem(.forbidden, "That is not the password of this server.", code: "wrong_password")
        case .invitation:
            .problem(.forbidden, "This invitation is used up, over or taken back.", code: "bad_invitation")
        case .code: Entrance.wrongCode
        }
    }
}
