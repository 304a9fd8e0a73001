import Foundation
import GameRules
import Leaderboards
import Messages
import Puzzles
import Storage
import Testing

@testable import Sessions

/// The desks with what they read, and no hub: whatever a desk sends, submits or sets a timer for is an issue.
final class DeskWorld {
    let context: HubContext
    let games: GameDesk
    let entrance: EntranceDesk
    let rooms: RoomDesk
    let lobby: LobbyDesk
    let library: Library
    let now = Mutable(HubWorld.morning)
    /// The puzzle of the world's only day.
    let puzzle: PuzzleID
    private var players: [LivePlayer] = []

    // A connection, its player and its rooms hold each other until it ends, which no hub is here to see.
    deinit {
        for player in players {
            for session in player.sessions {
                for room in session.rooms { _ = room.hide(from: session, now: now.value) }
                player.remove(session)
            }
        }
    }

    init() throws {
        let lists = try TestWords.library()
        let (now, storage) = (now, MemoryStorage(executor: { _ in Issue.record("a desk used storage") }))
        var random = SeededRandom(seed: 1)
        context = HubContext(
            environment: HubEnvironment(
                storage: storage, executor: NoExecutor(), tokens: SessionTokens(key: HubWorld.key), feeds: [],
                now: { now.value }, after: { _, _ in Issue.record("a desk set a timer") },
                random: { random.next() }, report: { _, text in Issue.record("a desk reported \(text)") }),
            settings: HubSettings(), puzzleSource: lists)
        puzzle = PuzzleID(line: .standard, day: context.days.current)
        context.days.begin([PuzzleView(puzzle: puzzle, rows: 6, ends: HubWorld.morning, commitment: "")], at: 0)
        let views = Views(context: context)
        let races = DailyRaces(context: context)
        let teller = Teller(context, views, Audience(context), Connections())
        let committer = Committer(context, teller)
        library = Library(context, committer, teller, races, Lookers())
        let refused = RefusedWords(context, committer)
        games = GameDesk(context: context, views: views, races: races, library: library, refused: refused)
        let names = NameDesk(context, library)
        entrance = EntranceDesk(context: context, views: views, races: races, library: library, names: names)
        rooms = RoomDesk(
            context: context, library: library, names: names,
            sprints: SprintDesk(context: context, views: views, refused: refused), entrance: entrance)
        lobby = LobbyDesk(context, library)
    }

    /// A player with a greeted connection.
    func asker(_ player: LivePlayer? = nil, name: String = "Mika") -> Asker {
        let number = UInt64(players.count + 1)
        let player =
            player ?? LivePlayer(PlayerRecord(id: PlayerID(high: 1, low: number), name: name, createdAt: 0), seats: [])
        let session = Session(
            output: NoOutput(), place: SessionPlace(shard: 0, connection: number), identity: nil,
            client: ClientNetwork(bits: 1, isIPv4: true))
        session.identified(as: player)
        session.greeted()
        player.add(session)
        players.append(player)
        return Asker(session: session, player: player, request: 7, arrived: now.value, lag: 0)
    }

    /// A game of the asker's, whose word is `answer`.
    func game(of asker: Asker, answer: String) throws -> LiveGame {
        let words = try #require(context.puzzleSource.words(for: puzzle))
        let game = LiveGame(
            key: GameKey(player: asker.player.id, puzzle: puzzle), openedAt: now.value,
            game: Game(
                of: puzzle.line, secret: PuzzleSecret(answer: try words.spelled(answer)),
                options: GameOptions()))
        game.play(from: asker.session, of: asker.player)
        asker.player.keep(game)
        return game
    }

    /// Returns the decision of the desk about a guess.
    func guess(_ asker: Asker, _ word: String, row: Int, _ game: LiveGame?) throws(ErrorReply) -> Decision {
        let asker = Asker(
            session: asker.session, player: asker.player, request: asker.request, arrived: now.value, lag: 0)
        return try games.guess(asker, puzzle, row: row, text: word, Gathered(game: game))
    }

    private struct NoExecutor: HubExecutor {
        func enqueue(_ job: @escaping @Sendable () -> Void) { Issue.record("a desk used another turn") }
    }

    private final class NoOutput: SessionOutput {
        func send(_ message: OutgoingMessage, isGreeted: Bool) { Issue.record("a desk sent a message") }
        func close(code: UInt16, reason: String) { Issue.record("a desk closed a connection") }
        func attend(_ isAttended: Bool) {}
    }
}

extension Decision {
    /// The types of the messages that answer, in order.
    var answers: [String] {
        tellings.compactMap { telling -> String? in
            guard case .answer(let message, _, _) = telling else { return nil }
            let json = try? JSONSerialization.jsonObject(with: Data(message.json)) as? [String: Any]
            return json?["type"] as? String
        }
    }

    /// Pushes to other connections.
    var pushes: Int {
        tellings.count { if case .push = $0 { true } else { false } }
    }
}
