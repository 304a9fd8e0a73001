import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// Decides the names of players and rooms.
final class NameDesk: HubPart {
    let context: HubContext
    private let library: Library
    private var looks = NameLooks()
    /// Whether names of players spell words of their sprints: a room may be entered again and again. Remembered for
    /// each player alone, as a quick answer would say what another one has found.
    private let spelled = BoundedMemo<OwnName, Bool>(capacity: 4_096)

    private struct OwnName: Hashable {
        let player: PlayerID
        let name: String
        let word: String
    }

    init(_ context: HubContext, _ library: Library) {
        self.context = context
        self.library = library
    }

    /// Draws a name for a guest. It may contain today's word if that is an animal: avoiding it would be a hint.
    func draw() -> String { GuestName.make(from: environment.random()) }

    /// Whether two names look alike, so that a room cannot have both.
    func alike(_ a: String, _ b: String) -> Bool { looks.areAlike(a, b) }

    // MARK: Renaming

    /// Returns the needs of `rename`.
    func need(_ asker: Asker, to name: String) throws(ErrorReply) -> Need {
        try checkIsNoClassroom()
        try checkKept(of: asker.player)
        var newNames = asker.player.newNames
        if let retry = newNames.take(of: settings.renameRate, now: now) {
            throw ErrorReply(.rateLimited, "That is one new name too many. Try again in a minute.", .retry(retry))
        }
        try check(name, maximum: DisplayName.playerMaximum, by: asker.player)
        try checkChanges(of: asker.player)
        // Before the name is read, which is work also for a connection that does not wait for it.
        asker.player.newNames = newNames
        return .name(name, withCode: false)
    }

    func rename(_ asker: Asker, to name: String, _ gathered: Gathered) throws(ErrorReply) -> Decision {
        let player = asker.player
        guard let reading = gathered.name else { throw .unavailable }
        do throws(ErrorReply) {
            try checkOffence(reading, by: player)
        } catch {
            player.newNames.giveBack(1, of: settings.renameRate)
            throw error
        }
        let grounds = try checkSecrets(reading, of: player)
        // The operator may have given a name meanwhile, and another connection may have taken one.
        try checkKept(of: player)
        try checkChanges(of: player)
        var decision = Decision()
        decision.rests(on: grounds)
        do throws(RoomRefusal) {
            try take(name, by: player, in: &decision)
        } catch {
            throw .nameTaken
        }
        decision.answer(asker, .renamed(name: name))
        return decision
    }

    /// Renames a player in every room in memory. Refused as `nameTaken`. `keptUntil`: the operator gives the name, so
    /// the player's rate is not charged.
    func take(
        _ name: String, keptUntil: Int? = nil, by player: LivePlayer, in decision: inout Decision
    ) throws(RoomRefusal) {
        var changes: [(LiveRoom, [RoomEvent])] = []
        for record in player.seats.values {
            guard let room = library.rooms[record.id], room.state.member(for: player.id) != nil else { continue }
            changes.append((room, try room.state.decide(.rename(player.id, name: name), alike: alike)))
        }
        if let keptUntil {
            decision.write(.resetName(player.id, name: name, until: keptUntil))
        } else {
            // Each room logs the new name for good.
            player.chargeChanges(changes.count { !$0.1.isEmpty }, of: settings.changeRate, now: now)
            decision.write(.renamePlayer(player.id, name: name))
        }
        for (room, events) in changes { decision.note(room.append(events, time: now)) }
        decision.touch(player)
        decision.tell(.outcome(.named(player, name, before: player.name)))
        player.rename(to: name)
    }

    /// Returns the name under which a player takes a seat in `room`. A guest whose drawn name is taken there, or in
    /// another room of the guest's, gets a new one. A name that was chosen stays, and may be refused.
    func name(of player: LivePlayer, entering room: LiveRoom) -> String {
        guard GuestName.isDrawn(player.name) else { return player.name }
        let others = [room] + player.seats.values.compactMap { library.rooms[$0.code] }
        var name = player.name
        // A room has few seats and there are thousands of names: 100 draws suffice.
        for _ in 0..<100 where others.contains(where: { $0.state.isTaken(name, except: player.id, alike: alike) }) {
            name = draw()
        }
        return name
    }

    /// Draws a name that nobody in the player's rooms has.
    func freshName(for player: LivePlayer) -> String {
        let seated = player.seats.keys.compactMap { library.rooms[$0] }
        func isTaken(_ name: String) -> Bool {
            name == player.name || seated.contains { $0.state.isTaken(name, except: player.id, alike: alike) }
        }
        var name = draw()
        for _ in 0..<100 where isTaken(name) { name = draw() }
        return name
    }

    // MARK: Checks

    /// Checks the form of a name. To read it takes as long as thousands of guesses. So that is not begun for a player
    /// whose names are refused again and again.
    func check(_ name: String, maximum: Int, by player: LivePlayer) throws(ErrorReply) {
        var refused = player.refusedNames
        if let retry = refused.take(of: settings.refusedNameRate, now: now) {
            throw ErrorReply(
                .rateLimited, "Too many of these names were refused. Try again in a minute.", .retry(retry))
        }
        do throws(DisplayName.Fault) {
            try DisplayName.check(name, maximum: maximum)
        } catch {
            player.refusedNames = refused
            throw .badName(error)
        }
    }

    /// Checks the form of a name that an operator gives, and looks for offensive words in it.
    func check(_ name: String, maximum: Int) throws(ErrorReply) {
        do throws(DisplayName.Fault) {
            try DisplayName.check(name, maximum: maximum)
        } catch {
            throw .badName(error)
        }
        guard !settings.offensive.offend(in: name) else { throw .badName(.offensive) }
    }

    /// Refuses an offensive name.
    func checkOffence(_ name: NameReading, by player: LivePlayer) throws(ErrorReply) {
        guard name.isOffensive else { return }
        player.refusedNames.charge(1, of: settings.refusedNameRate, now: now)
        throw .badName(.offensive)
    }

    /// Checks a name against words that the player has found and others still look for. It checks no other secret: a
    /// refusal would reveal the word to a player who tries names. Returns the rooms whose words it looked at. The
    /// decision rests on them: if the end of a round is lost, its word is a secret again.
    func checkSecrets(_ name: NameReading, of player: LivePlayer) throws(ErrorReply) -> [LiveRoom] {
        let known = library.names.knownWords(of: player)
        // It was read for all of them: nothing was decided since.
        guard known.words.isSubset(of: name.words) else { throw .unavailable }
        guard known.words.isDisjoint(with: name.spelled) else { throw .badName(.spoiler) }
        return known.rooms
    }

    /// Whether a player's own name contains the word of a sprint, and was chosen. A name that the server drew tells
    /// nobody anything, and its player must not lose the way back for it.
    func ownNameSpellsSprint(of player: LivePlayer, in room: LiveRoom) -> Bool {
        guard !GuestName.isDrawn(player.name) else { return false }
        return library.names.knownWords(of: player, in: room).contains { word in
            spelled.value(of: OwnName(player: player.id, name: player.name, word: word)) {
                NameFolding.spells($0.word, in: $0.name)
            }
        }
    }

    // MARK: Rates

    /// Refuses a new name to a player who must keep the operator's.
    private func checkKept(of player: LivePlayer) throws(ErrorReply) {
        guard let left = library.players.nameIsKept(by: player) else { return }
        throw ErrorReply(
            .nameReset, "The operator of this server gave you that name. You can choose another one later.",
            .retry(left))
    }

    /// Checks the rate of changes for a new name, which changes each room in which the player has a seat. A player with
    /// more seats than the burst may rename when the bucket is full, and then goes into debt. ``take`` charges them.
    func checkChanges(of player: LivePlayer) throws(ErrorReply) {
        guard !player.seats.isEmpty else { return }
        var changes = player.changes
        if let retry = changes.take(player.seats.count, of: settings.changeRate, now: now) {
            throw ErrorReply(
                .rateLimited, "You have seats in many rooms, and a new name changes each. Try again in \(retry) ms.",
                .retry(retry))
        }
    }
}
