import Foundation
import GameRules
import Messages
import Storage

/// Decides which words are left out of the draw. They are those of the file in the settings, and those that an owner
/// names while the server runs. Rounds and practice have none of them from then on, days from the first whose
/// commitment is not public.
///
/// No answer depends on the words that are drawn: an owner who could tell would learn the words of days.
final class LeftOutDesk: HubPart {
    let context: HubContext
    /// The words that are stored, in the order of their bytes.
    private(set) var stored: [LeftOutWord] = []
    /// Whether a change is under way.
    private var isChanging = false
    /// Whether storage could not read its words: they are not known, and none is added to them.
    private var isDamaged = false

    /// The part of a line's answers that can be left out here: a quarter. Else whoever leaves words out would choose
    /// those of days and rounds, and no word could rest for long.
    static let part = 4

    init(_ context: HubContext) {
        self.context = context
        puzzleSource.leaveOut(settings.wordsLeftOut)
    }

    /// A change that is decided. ``settle(_:)`` must follow.
    struct Change {
        let decision: Decision
        /// The words once it is durable.
        let after: [LeftOutWord]
    }

    /// Takes up the words that storage has.
    func take(_ found: [LeftOutWord]) {
        stored = found
        isDamaged = false
        for line in puzzleSource.leaveOut(settings.wordsLeftOut.union(found.map(\.word))) {
            environment.report(.read, "all words of \(line.text) are left out, so none of them is")
        }
    }

    /// Takes up that storage cannot read its words. Words of the file stay left out, and so do known words of storage.
    func takeDamage(_ why: String) {
        isDamaged = true
        environment.report(.read, "words that are left out: \(why)")
    }

    /// Decides to leave a word out, or to have it drawn again. Returns nil if it is so already.
    func decide(_ text: String, isOut: Bool, _ asker: AdminAsker) throws(AdminRefusal) -> Change? {
        try check()
        guard !isChanging else {
            throw AdminRefusal(.busy, "The last change of these words is not on the disk yet. Try again.")
        }
        // As the file of the settings has words: one spelling for each.
        let word = text.lowercased().precomposedStringWithCanonicalMapping
        guard let (write, after) = isOut ? try leaving(out: word) : try bringing(back: word) else { return nil }
        var decision = Decision(writes: [write])
        // The word itself is in no log.
        decision.note(asker.act("", at: now))
        isChanging = true
        return Change(decision: decision, after: after)
    }

    private func leaving(out word: String) throws(AdminRefusal) -> (Write, after: [LeftOutWord])? {
        let lines = puzzleSource.lines(withAnswer: word)
        guard !lines.isEmpty else {
            let hint = word.contains(" ") ? " Leave words out one by one." : ""
            throw AdminRefusal(
                .badWord, "That word is no answer of any list here: nobody has to look for it." + hint)
        }
        guard !puzzleSource.isLeftOut(word) else { return nil }
        for line in lines where !hasRoom(line) {
            throw AdminRefusal(
                .listIsFull, "Three quarters of the words of \(line.text) must stay: no more can be left out.")
        }
        guard stored.count < LeftOutWord.most else { throw LeftOutDesk.isFull }
        let new = LeftOutWord(word: word, time: now)
        let place = stored.firstIndex { word.utf8.lexicographicallyPrecedes($0.word.utf8) } ?? stored.endIndex
        return (.leaveOut(new), stored[..<place] + [new] + stored[place...])
    }

    private func bringing(back word: String) throws(AdminRefusal) -> (Write, after: [LeftOutWord])? {
        guard !settings.wordsLeftOut.contains(word) else { throw LeftOutDesk.isInFile }
        guard stored.contains(where: { $0.word == word }) else { return nil }
        return (.bringBack(word: word), stored.filter { $0.word != word })
    }

    private func hasRoom(_ line: PuzzleLine) -> Bool {
        guard let all = puzzleSource.words(of: line)?.list.answerCount,
            let drawn = puzzleSource.answers(of: line)?.count
        else {
            return false
        }
        return (all - drawn + 1) * LeftOutDesk.part <= all
    }

    private func check() throws(AdminRefusal) {
        guard isDamaged else { return }
        throw AdminRefusal(
            .unavailable,
            "The words that are left out cannot be read. “tilerace doctor” says what is damaged; "
                + "they are read again at the server’s next start.")
    }

    /// Ends a change. `found`: the words that storage has; nil if they cannot be read, so that nothing changes.
    func settle(_ found: [LeftOutWord]?) {
        isChanging = false
        if let found { take(found) }
    }

    /// The answer that lists the words.
    func list() throws(AdminRefusal) -> AdminAnswer {
        try check()
        return answer(isChanged: nil)
    }

    /// The answer to a change, or to who asks for the words: then `isChanged` is nil.
    func answer(isChanged: Bool?) -> AdminAnswer {
        .leftOut(
            stored.map { AdminAnswer.LeftOut(word: $0.word, since: $0.time) }, inFile: settings.wordsLeftOut.count,
            isChanged: isChanged)
    }

    private static let isFull = AdminRefusal(
        .listIsFull,
        "\(LeftOutWord.most) words are left out. More go into the file that the setting words-left-out names.")
    private static let isInFile = AdminRefusal(
        .badWord, "The file of words-left-out has that word: take it out there, and restart the server.")
}
