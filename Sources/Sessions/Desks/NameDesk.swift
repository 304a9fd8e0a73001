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
        asker.player.newNames = newNames
        return .names(withCode: false)
    }

    func rename(_ asker: Asker, to name: String) throws(ErrorReply) -> Decision {
        let player = asker.player
        let grounds = try checkSecrets(name, of: player)
        // The operator may have given a name while the player's data was read.
        try checkKept(of: player)
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

    /// Checks what needs no reading: the form of a name, and offensive words. A search for these words takes as long as
    /// a thousand guesses. So it is not begun for a player whose names are refused again and again.
    func check(_ name: String, maximum: Int, by player: LivePlayer) throws(ErrorReply) {
        var refused = player.refusedNames
        if let retry = refused.take(of: settings.refusedNameRate, now: now) {
            throw ErrorReply(
                .rateLimited, "Too many of these names were refused. Try again in a minute.", .retry(retry))
        }
        do throws(ErrorReply) {
            try check(name, maximum: maximum)
        } catch {
            player.refusedNames = refused
            throw error
        }
    }

    /// Checks the form of a name that the operator gives, and looks for offensive words in it.
    func check(_ name: String, maximum: Int) throws(ErrorReply) {
        do throws(DisplayName.Fault) {
            try DisplayName.check(name, maximum: maximum)
        } catch {
            throw .badName(error)
        }
        guard !settings.offensive.offend(in: name) else { throw .badName(.offensive) }
    }

    /// Checks a name against words that the player has found and others still look for. It checks no other secret: a
    /// refusal would reveal the word to a player who tries names. Returns the rooms whose words it looked at. The
    /// decision rests on them: if the end of a round is lost, its word is a secret again.
    func checkSecrets(_ name: String, of player: LivePlayer) throws(ErrorReply) -> [LiveRoom] {
        let rooms = library.rooms.withWords(of: player)
        guard !spellsDaily(name, of: player), !rooms.contains(where: { spellsSprint(name, of: player, in: $0) })
        else { throw .badName(.spoiler) }
        return rooms
    }

    /// Whether a name contains a daily word that the player has found and others may still look for: today's or
    /// yesterday's.
    private func spellsDaily(_ name: String, of player: LivePlayer) -> Bool {
        player.games.contains { puzzle, game in
            let told = game.game.toldWords
            guard !told.isEmpty, days.canBeFinished(puzzle), let words = puzzleSource.words(of: puzzle.line)
            else { return false }
            return told.contains { DisplayName.spells(words.alphabet.text($0), name) }
        }
    }

    /// Whether a name contains the word of a sprint that others in the room still look for.
    private func spellsSprint(_ name: String, of player: LivePlayer, in room: LiveRoom) -> Bool {
        let told = room.state.toldWords(player.id)
        guard !told.isEmpty, let line = room.state.series?.round?.deal.sprint.line,
            let words = puzzleSource.words(of: line)
        else { return false }
        return told.contains { DisplayName.spells(words.alphabet.text($0), name) }
    }

    /// Whether a player's own name contains the word of a sprint, and was chosen. A name that the server drew tells
    /// nobody anything, and its player must not lose the way back for it.
    func ownNameSpellsSprint(of player: LivePlayer, in room: LiveRoom) -> Bool {
        !GuestName.isDrawn(player.name) && spellsSprint(player.name, of: player, in: room)
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
