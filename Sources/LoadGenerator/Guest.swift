import Bytes
import Clients
import EventLoops
import GameRules
import HTTP1
import Messages
import WebSockets

/// One guest with one connection: a session, `hello`, a room, and then a game or the view of one.
final class Guest: ClientSocketOwner {
    /// The stage that a guest has reached.
    enum Step {
        case connecting, session, upgrading, hello, renaming
        /// Arrived; waits until its seat is wanted.
        case standby
        case entering, opening
        /// Plays, or watches.
        case ready
        case leaving, over
    }

    /// Numbers of requests; that of a guess is `firstGuess` plus its row.
    private enum RequestID {
        static let hello = 1
        static let rename = 2
        static let enter = 3
        static let open = 4
        static let leave = 5
        static let settings = 6
        static let start = 7
        static let counts = 8
        static let firstGuess = 100
    }

    /// The first round of a room's first series.
    private static let round = "sprint-1-1"
    /// ms within which the players of a round ask how many words there are, on the page as here.
    private static let spread = 800.0

    /// When a guess was due, and what came of it.
    struct Sent {
        let due: Int64
        var isAnswered = false
        /// The server did not take it for now.
        var isRefused = false
        /// Somebody has got its event.
        var isTold = false
        /// Accepted, and nobody has got its event: that comes after the answer.
        var awaitsEvent: Bool { isAnswered && !isRefused && !isTold }
        /// ns until the last rival's event so far; 0 if none came.
        var lastRival: Int64 = 0
    }

    /// Events that did not come one by one, as a snapshot took their place at `time`, in ns.
    struct Skip {
        let events: Range<Int>
        let time: Int64
    }

    // Its host has the slots and the rooms, and these have their guests.
    /// Nil for a watcher.
    unowned let slot: Slot?
    unowned let room: LoadRoom
    private unowned let host: any GuestHost
    /// The load run of a player; nil for a watcher.
    private weak var run: LoadRun?
    /// The crowd of a watcher; nil for a player.
    private weak var crowd: WatcherCrowd?
    private(set) var step = Step.connecting
    private var socket: ClientSocket?
    private var token = ""
    private var puzzle: PuzzleID?
    /// The number of moves that its game has; 0 before it has begun.
    private(set) var rows = 0
    /// The words that it plays, in their order; empty before they can be known.
    private var hand: [String] = []
    private(set) var seat: Int?
    /// The rows guessed so far.
    private(set) var sent: [Sent] = []
    /// The game has ended, as the server says.
    private var isGameOver = false
    /// A guess was refused for now: no more until those on their way are answered, as they are for rows behind it.
    private var hasRefusal = false
    var check: SequenceCheck?
    private(set) var skips: [Skip] = []
    var placeInRoom: Int?
    /// The time at which its connection was lost, in ns. News due by then is waited for to the end, as for listeners
    /// that hear nothing.
    private(set) var lostAt: Int64?

    init(_ run: LoadRun, slot: Slot) {
        host = run
        self.run = run
        self.slot = slot
        room = slot.room
    }

    init(_ crowd: WatcherCrowd, watching room: LoadRoom) {
        host = crowd
        self.crowd = crowd
        slot = nil
        self.room = room
    }

    /// Whether it can take a guess.
    var canGuess: Bool { step == .ready && !isGameOver && sent.count < rows && !hasRefusal }

    /// Guesses not answered.
    var unanswered: Int { sent.reduce(0) { $0 + ($1.isAnswered ? 0 : 1) } }

    // MARK: Arriving

    func connected(_ socket: ClientSocket) {
        self.socket = socket
        step = .session
        socket.request(.post, "/api/v1/session?token=1")
    }

    func answered(_ response: Response, on socket: ClientSocket) {
        guard response.status == 201 || response.status == 200,
            let token = try? JSONObject(decoding: response.body).string("token")
        else {
            host.figures.errors["http \(response.status)", default: 0] += 1
            host.refused(self, status: response.status)
            return socket.abandon()
        }
        self.token = token
        step = .upgrading
        socket.upgrade("/api/v1/socket", subprotocols: [ProtocolVersion.subprotocol])
    }

    func opened(_ agreement: ClientHandshake.Agreement, on socket: ClientSocket) {
        step = .hello
        send(RequestID.hello, .hello(protocol: ProtocolVersion.current, token: token))
    }

    private func welcomed(_ welcome: Welcome) {
        guard let today = today(of: welcome) else { return }
        puzzle = today.puzzle
        rows = today.puzzle.line.kind.hasRows ? today.rows : 0
        guard let run else { return enter() }
        // Guests' names are drawn by chance; two of a kind may not sit in one room.
        step = .renaming
        send(RequestID.rename, .rename(name: "Bench \(run.nextName())"))
    }

    /// The puzzle to play; nil where the server does not have its line.
    private func today(of welcome: Welcome) -> PuzzleView? {
        guard let line = run?.plan.line else { return welcome.today }
        if let today = welcome.lines.first(where: { $0.puzzle.line == line }) { return today }
        host.fail("the server has no daily race of \(line.text): start it with --lines \(line.text)")
        return nil
    }

    /// Takes the seat, or watches.
    func enter() {
        step = .entering
        guard slot != nil else { return send(RequestID.enter, .watch(room: room.code ?? "", resume: nil)) }
        if let code = room.code {
            send(RequestID.enter, .join(room: code, resume: nil))
        } else {
            // Its daily race is of the line that is played.
            send(RequestID.enter, .createRoom(name: "A room under load", line: run?.plan.line))
        }
    }

    private func entered(_ entry: RoomEntry, seat: Int?, _ board: SprintBoard? = nil) {
        guard let puzzle, ScannedMessage.numbers.contains(entry.sequence) else { return }
        check = SequenceCheck(after: entry.sequence)
        guard slot != nil else {
            room.listen(self)
            return becomeReady()
        }
        guard let seat, ScannedMessage.numbers.contains(seat) else { return }
        self.seat = seat
        let isFounder = room.code == nil
        if isFounder { room.code = entry.room }
        room.seat(self, at: seat)
        step = .opening
        guard run?.plan.isSprint == true else { return send(RequestID.open, .open(puzzle: puzzle, hard: .off)) }
        let line = puzzle.line
        if line.kind.hasRows { rows = LoadPlan.sprintRows }
        // A guest who comes later has got a board with the answer.
        guard isFounder, let code = room.code else {
            take(board?.tray)
            return becomeReady()
        }
        let change = SprintChange(
            kind: line.kind.rawValue, language: line.language, length: line.length, rows: LoadPlan.sprintRows,
            limit: LoadPlan.sprintSeconds(of: line), rounds: 1)
        send(RequestID.settings, .inRoom(room: code, .settings(change)))
        send(RequestID.start, .inRoom(room: code, .start))
    }

    /// Takes the board of its game, and with it the words to play, once they can be known.
    private func take(_ tray: TrayView?) {
        guard hand.isEmpty, let run, let line = puzzle?.line else { return }
        hand = run.hand(of: line, rows: rows, tiles: tray?.tiles)
        rows = hand.count
        if line.kind.hasSolutions, !hand.isEmpty { askCounts(run) }
    }

    /// Asks how many words can be laid, as the page does once it shows the tiles: in a round not all at one instant.
    private func askCounts(_ run: LoadRun) {
        guard let puzzle else { return }
        guard run.plan.isSprint else { return send(RequestID.counts, .counts(.game(puzzle))) }
        run.loop.after(milliseconds: Int(run.fraction() * Guest.spread)) { [weak self] _ in
            guard let self, let code = room.code, step == .opening || step == .ready else { return }
            send(RequestID.counts, .counts(.round(room: code, race: Guest.round)))
        }
    }

    private func becomeReady() {
        step = .ready
        host.ready(self)
    }

    // MARK: Playing

    /// Sends a guess that was due at `due`, in ns.
    func guess(due: Int64) {
        guard let puzzle, let run, let seat, canGuess else { preconditionFailure("no row left") }
        let row = sent.count
        sent.append(Sent(due: due))
        room.dues.set(due, seat: seat, row: row)
        let word = hand[row]
        let place = puzzle.line.kind.hasRows ? row : nil
        guard run.plan.isSprint else {
            return send(RequestID.firstGuess + row, .guess(puzzle: puzzle, row: place, word: word))
        }
        let move = RoomRequest.play(race: Guest.round, row: place, word: word)
        send(RequestID.firstGuess + row, .inRoom(room: room.code ?? "", move))
    }

    /// Gives the seat up, so that the next guest can have it.
    func leave() {
        guard step == .ready, let code = room.code else { return }
        step = .leaving
        send(RequestID.leave, .leave(room: code))
    }

    /// Ends the connection.
    func goodBye() {
        step = .over
        room.stopListening(self)
        socket?.close()
    }

    /// Ends the connection as one that failed.
    func giveUp() { socket?.abandon() }

    private func send(_ id: Int, _ message: ClientMessage) {
        let request = ClientRequest(id: id, message: message).encoded()
        socket?.send(.text, request.span.bytes)
    }

    // MARK: Hearing

    func received(_ kind: MessageKind, _ bytes: RawSpan, on socket: ClientSocket) {
        host.counted(bytes.byteCount)
        let push = ScannedMessage(bytes)
        switch push.kind {
        case .event:
            heard(push)
            if push.isDeal { receive(bytes) }
        case .snapshot: skipped(push)
        case .presence: return
        case .other: receive(bytes)
        }
    }

    /// Handles messages that come a few times in a game, read as every client reads them.
    private func receive(_ bytes: RawSpan) {
        let received: ReceivedMessage
        do throws(ServerMessageFault) {
            received = try ReceivedMessage(decoding: bytes.array)
        } catch {
            if step == .hello { return host.fail("the server's welcome cannot be read: is it a Tilerace server?") }
            // A load has no use for pushes that only a newer server sends.
            if error.kind == .malformed || error.reply != nil { refused("unreadable", error.reply) }
            return
        }
        switch received.message {
        case .judged(let judged): judgedRow(judged.row, judged.progress, received.reply)
        case .played(let played): judgedRow(played.row, played.progress, received.reply)
        case .error(let error): refused(error.code.rawValue, received.reply)
        case .welcome(let welcome): if step == .hello { welcomed(welcome) }
        case .renamed:
            guard step == .renaming else { return }
            step = .standby
            run?.arrived(self)
        case .joined(let entry, let seat, let board): if step == .entering { entered(entry, seat: seat, board) }
        case .watching(let entry): if step == .entering { entered(entry, seat: nil) }
        case .game(let game):
            take(game.tray)
            if step == .opening { becomeReady() } else { ended(game.progress) }
        case .board(_, let board):
            take(board.tray)
            if step == .opening { becomeReady() }
        case .event(_, _, let event):
            if case .dealt(_, let tiles) = event.kind { take(TrayView(tiles: tiles, seconds: nil)) }
        case .left: if step == .leaving { run?.left(self) }
        case .counts: host.figures.wordCounts += 1
        case .hardMode, .solutions, .done, .code, .stageKey, .reaction, .ranking, .standing, .rankingEnded,
            .lobby, .pong, .snapshot, .presence, .moved, .movedInRoom, .day, .resync,
            .announcement:
            return
        }
    }

    /// The clock has ended the game.
    private func ended(_ progress: GameProgress) {
        guard step == .ready, progress != .playing, !isGameOver else { return }
        isGameOver = true
        if unanswered == 0 { run?.played(self) }
    }

    private func judgedRow(_ row: Int, _ progress: GameProgress, _ reply: Int?) {
        guard reply != nil else { return }
        isGameOver = isGameOver || progress != .playing
        answered(row) { run?.judged(self, due: $0) }
    }

    private func heard(_ message: ScannedMessage) {
        guard let sequence = message.sequence, check?.event(sequence) == true else { return }
        guard message.isGuess, let seat = message.seat, let row = message.row else { return }
        if let crowd {
            guard let due = room.dues.due(seat: seat, row: row) else { return }
            crowd.seen(due: due, EventLoop.nanoseconds() - due)
        } else if let run, let player = room.players[seat], row < player.sent.count {
            let due = player.sent[row].due
            player.sent[row].isTold = true
            room.told(sequence, seat: seat, row: row, due: due)
            guard seat != self.seat else { return }
            let latency = run.now - due
            player.rivalWaited(latency, row: row)
            run.seenByRival(due: due, latency)
        }
    }

    /// A rival knew of the guess of a row so many ns after it was due, or never did.
    func rivalWaited(_ latency: Int64, row: Int) {
        guard row < sent.count else { return }
        sent[row].lastRival = max(sent[row].lastRival, latency)
    }

    private func skipped(_ message: ScannedMessage) {
        guard let sequence = message.sequence, let events = check?.snapshot(sequence), !events.isEmpty else { return }
        skips.append(Skip(events: events, time: EventLoop.nanoseconds()))
    }

    private func answered(_ row: Int, _ tell: (Int64) -> Void) {
        guard sent.indices.contains(row), !sent[row].isAnswered else { return }
        sent[row].isAnswered = true
        let due = sent[row].due
        guard unanswered == 0 else { return tell(due) }
        if hasRefusal, let first = sent.firstIndex(where: \.isRefused) {
            sent.removeSubrange(first...)
            hasRefusal = false
        }
        tell(due)
        if isGameOver || sent.count == rows { run?.played(self) } else { run?.canGoOn(self) }
    }

    private func refused(_ code: String, _ reply: Int?) {
        host.figures.errors[code, default: 0] += 1
        // As on the page, its player goes on without the numbers.
        guard reply != RequestID.counts else { return }
        let row = (reply ?? 0) - RequestID.firstGuess
        guard row >= 0 else { return host.refused(self, code: code) }
        if row < sent.count { sent[row].isRefused = true }
        if code == ErrorCode.gameOver.rawValue { isGameOver = true }
        hasRefusal = true
        answered(row) { _ in run?.guessRefused(self) }
    }

    func ended(_ socket: ClientSocket, _ end: ClientEnd) {
        self.socket = nil
        let isWanted = step == .over
        if !isWanted && placeInRoom != nil { lostAt = EventLoop.nanoseconds() }
        room.stopListening(self)
        step = .over
        if !isWanted { host.lost(self, end) }
    }
}
