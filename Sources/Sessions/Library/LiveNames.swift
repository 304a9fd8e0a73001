import GameRules
import Messages
import Puzzles
import Rooms

/// Reads new names, on another thread: a name of signs takes as long as thousands of guesses. No verdict is remembered.
/// A quick answer would say that somebody has tried the name.
final class LiveNames: HubPart {
    let context: HubContext
    private unowned let library: Library

    /// The names of a network.
    private struct Line {
        /// The number of names that are read.
        var count = 0
        /// The names that wait for these: one of a connection at most.
        var waiting: ArraySlice<() -> Void> = []
    }

    private var lines: [ClientNetwork: Line] = [:]

    /// The maximum number of names of a network that are read at one time. Others of it wait, and those of other
    /// networks do not.
    static let perNetwork = 16

    init(_ context: HubContext, _ library: Library) {
        self.context = context
        self.library = library
    }

    /// Reads a player's new name. `then` is called while all is in memory that the name is checked against. Refused
    /// while too many names of other networks are read.
    func read(_ name: String, for asker: Asker, then: @escaping (Result<NameReading, ErrorReply>) -> Void) {
        let (network, player) = (asker.session.client, asker.player)
        let begin = { [self] in
            // A connection that has ended gets no answer, so its name is not read.
            guard asker.session.isOpen else {
                ended(in: network)
                return then(.failure(.unavailable))
            }
            let conclude = { [self] (result: Result<NameReading, ErrorReply>) in
                ended(in: network)
                then(result)
            }
            read(name, knownWords(of: player).words, after: nil) { [self] result in
                switch result {
                case .failure: conclude(result)
                case .success(let reading): readOn(name, for: player, reading, then: conclude)
                }
            }
        }
        guard lines[network, default: Line()].count < LiveNames.perNetwork else {
            lines[network]?.waiting.append(begin)
            return
        }
        lines[network, default: Line()].count += 1
        begin()
    }

    /// Begins the next name of a network, as one of it was read.
    private func ended(in network: ClientNetwork) {
        if let next = lines[network]?.waiting.popFirst() { return context.inAnotherTurn(next) }
        lines[network]?.count -= 1
        if lines[network]?.count == 0 { lines[network] = nil }
    }

    /// Reads the name until that was for all words that the player knows: some are not in memory, or found meanwhile.
    private func readOn(
        _ name: String, for player: LivePlayer, _ before: NameReading,
        then: @escaping (Result<NameReading, ErrorReply>) -> Void
    ) {
        load(for: player) { [self] result in
            if case .failure(let refusal) = result { return then(.failure(refusal)) }
            let known = knownWords(of: player).words
            if known.isSubset(of: before.words) { return then(.success(before)) }
            read(name, known, after: before) { [self] result in
                switch result {
                case .failure: then(result)
                case .success(let reading): readOn(name, for: player, reading, then: then)
                }
            }
        }
    }

    private func read(
        _ name: String, _ words: Set<String>, after before: NameReading?,
        then: @escaping (Result<NameReading, ErrorReply>) -> Void
    ) {
        let offensive = settings.offensive
        let work: @Sendable () -> NameReading = {
            before?.readOn(for: words) ?? NameReading(name, isOffensive: offensive.offend(in: name), words)
        }
        context.readNames(work, then: then)
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
    /// The words among these that it contains. In an offensive name they are not looked for.
    private(set) var spelled: Set<String>

    init(_ name: String, isOffensive: Bool, _ words: Set<String>) {
        self.name = name
        self.isOffensive = isOffensive
        self.words = words
        // All words at once cost little more than one, and few names spell any.
        let spellsOne = !isOffensive && NameFolding.spells(words, in: name)
        spelled = spellsOne ? words.filter { NameFolding.spells($0, in: name) } : []
    }

    /// The name as it was read for further words too.
    func readOn(for words: Set<String>) -> NameReading {
        let more = NameReading(name, isOffensive: isOffensive, words.subtracting(self.words))
        var all = self
        all.words.formUnion(more.words)
        all.spelled.formUnion(more.spelled)
        return all
    }
}
