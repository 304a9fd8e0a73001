import GameRules
import Messages
import Puzzles
import Rooms

/// Reads new names, on another thread: a name of signs takes as long as thousands of guesses. No verdict is remembered.
/// A quick answer would say that somebody has tried the name.
final class LiveNames: HubPart {
    let context: HubContext
    private unowned let library: Library
    private typealias Beginning = () -> Void

    /// The names that wait, by the players of whom one is read: a player's names are read one after the other.
    private var waiting: [PlayerID: [Beginning]] = [:]
    /// The numbers of names that are read or wait, by the networks that sent them.
    private var counts: [ClientNetwork: Int] = [:]

    /// The maximum number of names of a network that are read or wait.
    static let perNetwork = 32

    init(_ context: HubContext, _ library: Library) {
        self.context = context
        self.library = library
    }

    /// Reads a player's new name. `then` is called while all is in memory that the name is checked against. Refused
    /// while too many other names are read.
    func read(_ name: String, for asker: Asker, then: @escaping (Result<NameReading, ErrorReply>) -> Void) {
        let (network, player) = (asker.session.client, asker.player)
        let count = counts[network, default: 0]
        guard count < LiveNames.perNetwork else { return then(.failure(.rateLimited(1_000))) }
        counts[network] = count + 1
        let begin = { [self] in
            readOn(name, for: player, nil) { [self] result in
                counts[network] = counts[network].flatMap { $0 > 1 ? $0 - 1 : nil }
                then(result)
                next(of: player.id)
            }
        }
        if waiting[player.id]?.append(begin) == nil {
            waiting[player.id] = []
            begin()
        }
    }

    /// Begins the next name of a player that waits.
    private func next(of player: PlayerID) {
        guard let begin = waiting[player]?.first else {
            waiting[player] = nil
            return
        }
        waiting[player]?.removeFirst()
        begin()
    }

    /// Reads the name until that was for the words that the player knows: more may be found meanwhile, and a round end.
    private func readOn(
        _ name: String, for player: LivePlayer, _ before: NameReading?,
        then: @escaping (Result<NameReading, ErrorReply>) -> Void
    ) {
        load(for: player) { [self] result in
            switch result {
            case .failure(let refusal): return then(.failure(refusal))
            case .success: break
            }
            let known = knownWords(of: player).words
            if let before, before.holds(for: known) { return then(.success(before)) }
            let offensive = settings.offensive
            let work: @Sendable () -> NameReading = {
                before?.readOn(for: known) ?? NameReading(name, isOffensive: offensive.offend(in: name), known)
            }
            context.readNames(work) { [self] result in
                switch result {
                case .failure: then(result)
                case .success(let reading): readOn(name, for: player, reading, then: then)
                }
            }
        }
    }

    /// Loads everything that a player's new name is checked against: the words that the player may know, and the
    /// player's rooms. A new name applies to all of them, or to none.
    private func load(for player: LivePlayer, then: @escaping (Result<Void, ErrorReply>) -> Void) {
        library.games.getInReach(of: player, lines: puzzleSource.lines) { [self] gamesFault in
            library.rooms.get(Array(player.seats.values)) { roomsFault in
                then(gamesFault == nil && roomsFault == nil ? .success(()) : .failure(.unavailable))
            }
        }
    }

    // MARK: Words

    /// Returns the words that the player has found and others may still look for, and the rooms that have some of them,
    /// or may have.
    func knownWords(of player: LivePlayer) -> (words: Set<String>, rooms: [LiveRoom]) {
        let rooms = library.rooms.withWords(of: player)
        let daily = player.games.lazy.filter { self.days.canBeFinished($0.key) }
            .flatMap { self.texts($0.value.game.toldWords, of: $0.key.line) }
        return (Set(daily).union(rooms.flatMap { knownWords(of: player, in: $0) }), rooms)
    }

    /// Returns the words of a sprint that the player has found and others in the room still look for.
    func knownWords(of player: LivePlayer, in room: LiveRoom) -> [String] {
        guard let line = room.state.series?.round?.deal.sprint.line else { return [] }
        return texts(room.state.toldWords(player.id), of: line)
    }

    private func texts(_ words: [Word], of line: PuzzleLine) -> [String] {
        guard !words.isEmpty, let alphabet = puzzleSource.words(of: line)?.alphabet else { return [] }
        return words.map { alphabet.text($0) }
    }
}

/// A new name as it was read.
struct NameReading: Sendable {
    private let name: String
    /// Whether it has a word that nobody is to be called.
    let isOffensive: Bool
    /// The words for which it was read.
    private(set) var words: Set<String>
    /// Whether it contains one of them. Of an offensive name that is not looked for.
    private(set) var spellsOne: Bool

    init(_ name: String, isOffensive: Bool, _ words: Set<String>) {
        self.name = name
        self.isOffensive = isOffensive
        self.words = words
        spellsOne = !isOffensive && NameFolding.spells(words, in: name)
    }

    /// Whether these words need no further reading. A word that it spells may be no secret any more.
    func holds(for words: Set<String>) -> Bool {
        words == self.words || (!spellsOne && words.isSubset(of: self.words))
    }

    /// The name as it is read for these words: only for the new ones among them, if it spells none of the others.
    func readOn(for words: Set<String>) -> NameReading {
        let more = words.subtracting(spellsOne ? [] : self.words)
        var reading = NameReading(name, isOffensive: isOffensive, more)
        reading.words = words
        return reading
    }
}
