import GameRules
import Messages
import Storage

/// Counts the texts that players try as words and that are in no list, so that a host learns what the lists lack.
///
/// Only the text and a number are kept, never who tried it. A try can tell of the word that is looked for: whoever
/// knows four letters tries the fifth. So nobody reads the texts of a day until the second day after, when every race
/// of it has ended. And nobody reads a text that was tried only once.
final class RefusedWords: HubPart {
    let context: HubContext
    private let committer: Committer
    /// The day that is counted; nil while the counts of earlier runs are unknown.
    private var day: Day?
    private var counts: [RefusedWord.Key: Int] = [:]
    /// The words whose counts are not stored yet.
    private var unsaved: Set<RefusedWord.Key> = []
    /// The number of words of each player that were counted today.
    private var tries: [PlayerID: Int] = [:]
    private var savedAt = 0
    private var isSaving = false
    /// The time from which counts are read again if storage failed.
    private var readsAt = Int.min

    /// The number of words of a player that are counted in a day: enough for a wish, too few to fill the list.
    static let triesPerDay = 20
    /// The number of players whose words are counted in a day.
    static let mostPlayers = 10_000
    /// The interval in ms at which counts are stored. A crash loses those since.
    static let interval = 60_000
    /// The number of days after which texts can be read.
    static let delay = 2
    /// The number of tries from which a text can be read.
    static let leastTold = 2
    /// The maximum number of texts in one answer.
    static let mostTold = 200

    init(_ context: HubContext, _ committer: Committer) {
        self.context = context
        self.committer = committer
    }

    /// Counts a word that was refused because no list has it.
    func note(_ word: Word, of line: PuzzleLine, by player: PlayerID) {
        guard let day, day == days.today?.puzzle.day else { return }
        let key = RefusedWord.Key(line: line, word: word)
        guard counts[key] != nil || counts.count < RefusedWord.mostInADay else { return }
        let tried = tries[player] ?? 0
        guard tried < RefusedWords.triesPerDay, tried > 0 || tries.count < RefusedWords.mostPlayers else { return }
        tries[player] = tried + 1
        counts[key, default: 0] += 1
        unsaved.insert(key)
    }

    /// Stores counts that are due, and begins the next day.
    func tick() {
        guard let today = days.today?.puzzle.day, !isDraining, !committer.isBehind, !isSaving else { return }
        guard !unsaved.isEmpty else {
            if today != day { begin(today) }
            return
        }
        // Also after a failure: while the disk is broken, each costs every room a resync.
        if now >= savedAt + RefusedWords.interval { save() }
    }

    /// Takes up the counts of a day from storage. It may have begun before a restart.
    private func begin(_ today: Day) {
        guard now >= readsAt else { return }
        isSaving = true
        records.refusedWords(on: today...today, limit: RefusedWord.mostInADay) {
            [self] result in
            isSaving = false
            // Without them they would be overwritten by fewer.
            guard case .success(let found) = result else {
                readsAt = now + RefusedWords.interval
                return
            }
            (day, tries, unsaved) = (today, [:], [])
            savedAt = now
            counts = Dictionary(found.map { ($0.key, $0.count) }, uniquingKeysWith: { $1 })
        }
    }

    private func save() {
        guard let day else { return }
        (isSaving, savedAt) = (true, now)
        let words = unsaved
        unsaved = []
        let counted = words.map { RefusedWord(line: $0.line, word: $0.word, count: counts[$0] ?? 0) }
        committer.commit(Decision(writes: [.countRefused(day, counted)])) { [self] durable in
            isSaving = false
            if !durable { unsaved.formUnion(words) }
        }
    }

    /// Reads the texts that can be read by now.
    func list(then: @escaping AdminActs.Reply) {
        guard let today = days.today?.puzzle.day else { return then(.failure(AdminDesk.unavailable)) }
        let days = today.advanced(by: -RefusedWord.daysKept)...today.advanced(by: -RefusedWords.delay)
        records.refusedWords(on: days, limit: RefusedWords.mostTold) {
            [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            then(
                .success(
                    .refusedWords(
                        found.filter { $0.count >= RefusedWords.leastTold }.compactMap { word in
                            puzzleSource.words(of: word.line).map {
                                AdminAnswer.RefusedWord(
                                    line: word.line, word: $0.alphabet.text(word.word), count: word.count)
                            }
                        })))
        }
    }
}
