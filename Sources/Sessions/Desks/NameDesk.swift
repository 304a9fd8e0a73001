import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// Decides what players and rooms are called.
final class NameDesk: HubPart {
    let context: HubContext
    private let library: Library
    private var looks = NameLooks()

    init(_ context: HubContext, _ library: Library) {
        self.context = context
        self.library = library
    }

    /// A name for a guest. On a day whose word is an animal a guest may be called so: were none, that would be the
    /// hint.
    func draw() -> String { GuestName.make(from: environment.random()) }

    /// Whether two names look alike, so that not both can be in a room.
    func alike(_ a: String, _ b: String) -> Bool { looks.areAlike(a, b) }

    // MARK: Renaming

    /// What `rename` needs.
    func need(_ asker: Asker, to name: String) throws(ErrorReply) -> Need {
        try check(name, maximum: DisplayName.playerMaximum)
        try countName(of: asker.player)
        return .names(withCode: false)
    }

    func rename(_ asker: Asker, to name: String) throws(ErrorReply) -> Decision {
        let player = asker.player
        try checkSecrets(name, of: player)
        // The operator may have given one while what the player knows was read.
        try checkKept(of: player)
        var decision = Decision()
        do throws(RoomRefusal) {
            try take(name, by: player, in: &decision)
        } catch {
            throw .nameTaken
        }
        decision.answer(asker, .renamed(name: name))
        return decision
    }

    /// Decides that a player is called `name` from now on, in every room in memory. Refused as `nameTaken`.
    /// `keptUntil`: the operator gives the name, which is not the player's expense.
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
            // For each of these an event in a log that is kept.
            player.changes.charge(changes.count { !$0.1.isEmpty }, of: settings.changeRate, now: now)
            decision.write(.renamePlayer(player.id, name: name))
        }
        for (room, events) in changes { decision.note(room.append(events, time: now)) }
        decision.touch(player)
        decision.tell(.outcome(.named(player, name, before: player.name)))
        player.rename(to: name)
    }

    /// What a player is to be called who takes a seat in `room`: a guest whose drawn name somebody there has, or in
    /// another room of the guest's, gets another one, as nobody chose it. A name that was chosen stays, and may be
    /// refused.
    func name(of player: LivePlayer, entering room: LiveRoom) -> String {
        guard GuestName.isDrawn(player.name) else { return player.name }
        let others = [room] + player.seats.values.compactMap { library.rooms[$0.code] }
        var name = player.name
        // A room has few seats and there are thousands of names: more draws than these are never wanted.
        for _ in 0..<100 where others.contains(where: { $0.state.isTaken(name, except: player.id, alike: alike) }) {
            name = draw()
        }
        return name
    }

    /// A drawn name that nobody in the player's rooms has.
    func freshName(for player: LivePlayer) -> String {
        let seated = player.seats.keys.compactMap { library.rooms[$0] }
        func isTaken(_ name: String) -> Bool {
            name == player.name || seated.contains { $0.state.isTaken(name, except: player.id, alike: alike) }
        }
        var name = draw()
        for _ in 0..<100 where isTaken(name) { name = draw() }
        return name
    }

    // MARK: What may be a name

    /// Checks what needs no reading: how a name looks, and that it offends nobody.
    func check(_ name: String, maximum: Int) throws(ErrorReply) {
        do throws(DisplayName.Fault) {
            try DisplayName.check(name, maximum: maximum)
        } catch {
            throw .badName(error)
        }
        guard !settings.offensive.offend(in: name) else { throw .badName(.offensive) }
    }

    /// Checks a name against the words that the player has found and others still look for, and against no other
    /// secret: a refusal would tell the word to whoever tries names.
    func checkSecrets(_ name: String, of player: LivePlayer) throws(ErrorReply) {
        let givesAway =
            spellsDaily(name, of: player)
            || player.seats.keys.contains { library.rooms[$0].map { spellsSprint(name, of: player, in: $0) } ?? false }
            // Also that of a round which the player has left.
            || library.rooms.leftInRound().contains { spellsSprint(name, of: player, in: $0) }
        if givesAway { throw .badName(.spoiler) }
    }

    /// Whether a name gives a word away that the player has found, and others can still look for: today's, or
    /// yesterday's.
    private func spellsDaily(_ name: String, of player: LivePlayer) -> Bool {
        player.games.contains { puzzle, game in
            guard game.game.status != .playing, days.canBeFinished(puzzle), let words = lists.words(of: puzzle.line)
            else { return false }
            return DisplayName.spells(words.alphabet.text(game.game.answer), name)
        }
    }

    /// Whether a name gives the word of a sprint away that others in the room still look for.
    func spellsSprint(_ name: String, of player: LivePlayer, in room: LiveRoom) -> Bool {
        guard room.state.knowsWord(player.id), let sprint = room.state.series?.sprint,
            let words = lists.words(of: sprint.deal.sprint.line)
        else { return false }
        return DisplayName.spells(words.alphabet.text(sprint.deal.answer), name)
    }

    // MARK: How often

    /// Counts a new name that is about to be taken.
    private func countName(of player: LivePlayer) throws(ErrorReply) {
        try checkKept(of: player)
        var newNames = player.newNames
        if let retry = newNames.take(of: settings.renameRate, now: now) {
            throw ErrorReply(.rateLimited, "That is one new name too many. Try again in a minute.", .retry(retry))
        }
        try checkChanges(of: player)
        player.newNames = newNames
    }

    /// Refuses a new name to a player whom the operator gave one.
    private func checkKept(of player: LivePlayer) throws(ErrorReply) {
        guard let left = library.players.nameIsKept(by: player) else { return }
        throw ErrorReply(
            .nameReset, "The operator of this server gave you that name. You can choose another one later.",
            .retry(left))
    }

    /// Has a new name wait for what it is besides: a change of each room in which the player has a seat. Who has more
    /// seats than changes can be saved up may take one when all are, and waits for the rest of them afterwards.
    /// ``take`` counts them.
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
