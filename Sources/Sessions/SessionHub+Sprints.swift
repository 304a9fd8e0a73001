import GameRules
import Messages
import Rooms
import Storage
import WordLists

// Sprints: a player's board, and what follows for others when an event of a room is told.
extension SessionHub {
    func play(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom, race: String, row: Int, text: String
    ) {
        guard let sprint = room.state.series?.sprint, sprint.race.text == race,
            let words = library.words(of: sprint.deal.sprint.line)
        else { return session.refuse(id, SessionHub.reply(to: .noSuchRace)) }
        guard room.mayPlay(session) else {
            // Not before it is told so.
            return whenDurable(max(room.ticket, player.ticket)) { _ in session.refuse(id, SessionHub.moved) }
        }
        let result: SprintMoveResult
        switch SessionHub.spell(text, words.alphabet, length: words.list.length) {
        case .failure(let refusal): return session.refuse(id, refusal)
        case .success(let word):
            do throws(SprintMoveRefusal) {
                result = try room.state.decide(
                    SprintMove(race: race, row: row, word: word), by: player.id, now: now,
                    isInList: words.list.contains)
            } catch {
                return session.refuse(id, SessionHub.reply(to: error, words.alphabet.text(word), words.alphabet))
            }
        }
        let began = environment.meter.clock()
        let played = ServerMessage.played(self.played(row, of: result.game, race, room, words.alphabet))
        guard !result.events.isEmpty else {
            return whenDurable(room.ticket) { durable in
                durable ? session.reply(to: id, played) : session.refuse(id, SessionHub.unavailable)
            }
        }
        var decision = Decision()
        decision.append(result.events, to: room, time: now)
        commit(decision) { [self] durable in
            guard durable else { return session.refuse(id, SessionHub.unavailable) }
            session.reply(to: id, played)
            environment.meter.guess(environment.meter.clock() - began)
            guard player.sessions.count > 1 else { return }
            let push = OutgoingMessage(played)
            for other in player.sessions where other !== session && isPlayer(other, in: room) { other.send(push) }
        }
        if result.game.status != .playing { lookSoon(at: room) }
    }

    private func isPlayer(_ session: Session, in room: LiveRoom) -> Bool {
        if case .player? = room.view(of: session) { true } else { false }
    }

    private static func reply(to refusal: SprintMoveRefusal, _ text: String, _ alphabet: Alphabet) -> ErrorReply {
        switch refusal {
        case .room(let refusal): reply(to: refusal)
        case .guess(let refusal): reply(to: refusal, text, alphabet)
        }
    }

    // MARK: What is told with events

    /// An event has been told; what follows from it for single connections is told now.
    func follow(_ logged: LoggedEvent, told room: LiveRoom) {
        switch logged.event {
        case .round(let deal): for seat in deal.seats { showBoard(deal, to: seat, of: room, after: logged.sequence) }
        case .started(let race, let seat):
            guard let deal = room.state.series?.sprint?.deal, deal.race == race else { return }
            showBoard(deal, to: seat, of: room, after: logged.sequence)
        case .kicked(let seat): putOut(seat, of: room)
        case .code(let code): tellCode(code, of: room)
        case .closed: end(room)
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .guessed, .finished, .named,
            .locked, .password, .listed, .barred, .unkicked, .ready, .satOut, .settings, .series, .played, .roundOver,
            .seriesOver:
            break
        }
    }

    /// A round begins for a member: the empty board, to those connections that have not been shown it when they came
    /// in.
    private func showBoard(_ deal: SprintDeal, to seat: Seat, of room: LiveRoom, after sequence: Int) {
        let subscribed = room.players.values.filter { $0.seat == seat && $0.since < sequence }
        guard !subscribed.isEmpty, let words = library.words(of: deal.sprint.line) else { return }
        let game = GuessGame(answer: deal.answer, rules: deal.sprint.rules)
        let board = board(of: game, deal, words.alphabet)
        let message = OutgoingMessage(.board(room: room.toldCode.text, board))
        for player in subscribed { player.session.send(message) }
    }

    /// A member has been kicked: the player's connections see the room no more, those that watch included.
    private func putOut(_ seat: Seat, of room: LiveRoom) {
        let left = OutgoingMessage(.left(room: room.toldCode.text, reason: .kicked))
        let kicked = room.state.door.kicked.first { $0.seat == seat }.flatMap { players[$0.player] }
        var seeing = room.players.values.filter { $0.seat == seat }.map(\.session)
        for session in kicked?.sessions ?? FewObjects() where room.view(of: session) == .watcher {
            seeing.append(session)
        }
        for session in seeing {
            hide(room, from: session)
            session.send(left)
        }
    }

    /// The room has its new code for everybody from now on. Those who only watch do not learn it.
    private func tellCode(_ code: RoomCode, of room: LiveRoom) {
        let before = room.toldCode
        let left = OutgoingMessage(.left(room: before.text, reason: .newCode))
        hideFromWatchers(room, saying: left)
        room.tell(code)
        rooms.dropCode(before, of: room)
        presenceChanged(in: room)
    }

    /// The room is no more.
    private func end(_ room: LiveRoom) {
        let left = OutgoingMessage(.left(room: room.toldCode.text, reason: .closed))
        hideFromWatchers(room, saying: left)
        for player in Array(room.players.values) {
            hide(room, from: player.session)
            player.session.send(left)
        }
        rooms.remove(room)
    }

    /// Ends the feeds of a room. The hub only counts watchers, so all connections are looked at: codes change rarely.
    private func hideFromWatchers(_ room: LiveRoom, saying left: OutgoingMessage) {
        room.generationOfWatchers += 1
        guard room.watchers.contains(where: { $0 > 0 }) else { return }
        forEachFeed(of: room) { $0.end(room.toldCode, with: left) }
        for session in sessions where room.view(of: session) == .watcher {
            _ = room.hide(from: session, now: now)
        }
    }
}
