import Bytes
import EventLoops
import GameRules
import HTTP1
import Messages
import TestKit
import WebSockets

/// The faults of a puppet towards clients of a load.
struct PuppetScript: Sendable {
    /// After this many guesses it answers nobody, until the ms are over, or for ever.
    var stall: (afterGuesses: Int, milliseconds: Int?)?
    /// Events that watchers do not get. With the last of them they get a snapshot in its place, or nothing if it never
    /// comes.
    var withheld = 0..<0
    /// The event at which watchers lose their connections.
    var cut: Int?
    /// Events that everybody gets twice.
    var doubled: Set<Int> = []
    /// These events players do not get.
    var lost: Set<Int> = []
    /// ms between the answer to a guess and its event.
    var eventsLater = 0
    /// The tiles of its puzzle, which it shows and nobody lays. It refuses to say how many words they have.
    var tiles: String?
}

/// A server of one room that speaks just enough of the protocol for a load, and keeps to a script. It judges nothing
/// and stores nothing: what it does wrong, and when, is the same in every run.
final class PuppetServer {
    private let group: ShardGroup
    let port: UInt16

    init(_ script: PuppetScript) throws {
        group = try ShardGroup(count: 1)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        port = socket.address.port
        group.serve(socket, outputLimit: 1 << 20) { connection in
            let room = connection.loop.attachment as? PuppetRoom ?? PuppetRoom(script)
            connection.loop.attachment = room
            return PuppetSocket(room)
        }
    }

    func stop() async {
        await group.stop(graceMilliseconds: 100)
        for shard in group.shards { shard.execute { $0.dismantle() } }
    }
}

private final class PuppetRoom {
    let script: PuppetScript
    var listeners: [PuppetSocket] = []
    private var sequence = 0
    private var seats = 0
    private var guesses = 0
    private(set) var isStalled = false
    /// Work that came during the stall.
    private var waiting: [() -> Void] = []

    init(_ script: PuppetScript) { self.script = script }

    /// Does something now, or after the stall.
    func whenFree(_ work: @escaping () -> Void) {
        if isStalled { waiting.append(work) } else { work() }
    }

    func enter(_ socket: PuppetSocket, seated: Bool) -> (seat: Int?, sequence: Int) {
        if seated { seats += 1 }
        socket.seat = seated ? seats : nil
        listeners.append(socket)
        return (socket.seat, sequence)
    }

    fileprivate static let puzzle = PuzzleID(line: .standard, day: Day(number: 20_778))
    /// The puzzle of the day, which has tiles if the script has.
    fileprivate var today: PuzzleID {
        guard script.tiles != nil, let line = PuzzleLine("anagram-en-7") else { return PuppetRoom.puzzle }
        return PuzzleID(line: line, day: PuppetRoom.puzzle.day)
    }
    fileprivate static let verdict = Verdict.marks(Pattern([.absent, .absent, .absent, .absent, .absent]))

    /// The room as somebody sees it who enters.
    fileprivate func entry(_ sequence: Int) -> RoomEntry {
        let sprint = SprintSettingsView(
            line: .standard, rows: 6, hard: .off, limit: 180, rounds: 3, late: "start", next: "auto")
        return RoomEntry(
            room: "KYTE7", epoch: 1, sequence: sequence,
            content: .snapshot(
                EncodedRoom(RoomView(name: "", host: 1, members: [], races: [], daily: .standard, sprint: sprint))),
            presence: Presence(seats: [], watchers: 0))
    }

    /// An accepted guess becomes an event for everybody.
    func guessed(_ row: Int, by seat: Int, on loop: EventLoop) {
        guard script.eventsLater > 0 else { return tell(row, by: seat, on: loop) }
        loop.after(milliseconds: script.eventsLater) { [weak self] loop in self?.tell(row, by: seat, on: loop) }
    }

    private func tell(_ row: Int, by seat: Int, on loop: EventLoop) {
        guesses += 1
        sequence += 1
        let kind = RoomEventView.Kind.guessed(
            race: PuppetRoom.puzzle.text, seat: seat, row: row, verdict: PuppetRoom.verdict, elapsed: 1)
        let message = ServerMessage.event(
            room: "KYTE7", epoch: 1, RoomEventView(sequence: sequence, time: 1, kind: kind))
        let isWithheld = script.withheld.contains(sequence)
        for listener in listeners {
            if isWithheld && listener.seat == nil { continue }
            if script.lost.contains(sequence) && listener.seat != nil { continue }
            listener.say(message)
            if script.doubled.contains(sequence) { listener.say(message) }
        }
        if isWithheld && sequence + 1 == script.withheld.upperBound {
            let snapshot = ServerMessage.snapshot(entry(sequence))
            for listener in listeners where listener.seat == nil { listener.say(snapshot) }
        }
        if script.cut == sequence {
            for listener in listeners where listener.seat == nil { listener.cut() }
        }
        guard let stall = script.stall, guesses == stall.afterGuesses else { return }
        isStalled = true
        guard let milliseconds = stall.milliseconds else { return }
        loop.after(milliseconds: milliseconds) { [weak self] _ in self?.goOn() }
    }

    private func goOn() {
        isStalled = false
        let works = waiting
        waiting = []
        for work in works { work() }
    }
}

private final class PuppetSocket: ConnectionHandler {
    private let room: PuppetRoom
    private var connection: Connection?
    private var parser = RequestParser()
    private var webSocket: WebSocket?
    /// Nil for a watcher.
    var seat: Int?

    init(_ room: PuppetRoom) { self.room = room }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        self.connection = connection
        do {
            if webSocket == nil { try receiveRequest(&bytes, connection) }
            while let event = try webSocket?.receive(&bytes, answeringTo: connection) {
                switch event {
                case .message(_, let payload):
                    let request = try JSONTree(parsing: payload.array(in: bytes))
                    room.whenFree { [weak self] in self?.answer(request) }
                case .closed: connection.close()
                case .ping, .pong, .emptyFragment: continue
                }
            }
        } catch {
            connection.abort()
        }
    }

    private func receiveRequest(_ bytes: inout ReceivedBytes, _ connection: Connection) throws {
        guard case .request(let request)? = try parser.next(&bytes) else { return }
        guard request.head.target.path != "/api/v1/session" else {
            let text = "HTTP/1.1 201 Created\r\nContent-Length: 13\r\n\r\n{\"token\":\"t\"}"
            return room.whenFree { connection.write(Array(text.utf8).span.bytes) }
        }
        try ServerHandshake(checking: request.head, subprotocols: ["tilerace.v1"]).writeResponse(to: connection)
        webSocket = .server(messageLimit: 1 << 16)
    }

    private func answer(_ request: JSONTree) {
        guard let connection, let id = request["id"]?.integer else { return }
        func reply(_ message: ServerMessage) { say(message, re: id) }
        let (puzzle, keyboard) = (PuppetRoom.puzzle, KeyboardView(keys: []))
        switch request.type {
        case "hello":
            reply(
                .welcome(
                    Welcome(
                        time: 1, serverName: "Puppet", playerID: PlayerID(high: 1, low: 2), playerName: "Mika",
                        today: PuzzleView(
                            puzzle: room.today, rows: 6, seconds: room.script.tiles.map { _ in 90 }, ends: 2,
                            commitment: "ff"),
                        lines: [], games: [], rooms: [],
                        limits: Welcome.Limits(message: 16_384, name: 20, members: 50), sprints: [])))
        case "rename": reply(.renamed(name: "Mika"))
        case "create_room", "join":
            let place = room.enter(self, seated: true)
            reply(.joined(room.entry(place.sequence), seat: place.seat ?? 0))
        case "watch": reply(.watching(room.entry(room.enter(self, seated: false).sequence)))
        case "open":
            let tray = room.script.tiles.map { TrayView(tiles: $0, seconds: 90) }
            reply(
                .game(
                    GameView(
                        puzzle: room.today, rows: 6, hard: .off, tray: tray, elapsed: 0, moves: [],
                        keyboard: tray == nil ? keyboard : nil, progress: .playing)))
        case "counts": reply(.error(ErrorReply(.rateLimited, "Later.", .retry(1_000))))
        case "guess":
            guard let row = request["row"]?.integer, let seat else { return }
            let end = GameEnd(answer: "glide", solved: false, turns: 6, elapsed: 1, own: nil)
            reply(
                .judged(
                    Judged(
                        puzzle: puzzle, row: row,
                        move: MoveView(word: "crane", verdict: PuppetRoom.verdict, elapsed: 1),
                        keyboard: keyboard, progress: row == 5 ? .over(end) : .playing)))
            room.guessed(row, by: seat, on: connection.loop)
        case "leave":
            room.listeners.removeAll { $0 === self }
            reply(.left(room: "KYTE7"))
        default: break
        }
    }

    func say(_ message: ServerMessage, re: Int? = nil) {
        guard let connection else { return }
        webSocket?.send(.text, message.encoded(re: re).span.bytes, to: connection)
    }

    func cut() { connection?.abort() }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        self.connection = nil
        room.listeners.removeAll { $0 === self }
    }

    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) { connection.abort() }
    func stopping(_ connection: Connection) { connection.abort() }
}
