import Foundation
import Messages
import Storage

/// Decides which words the host leaves out of what is drawn: beside those in the file of the settings, those that an
/// owner names while the server runs. Rounds and practice have none of them from then on, days from the first whose
/// commitment is not public.
///
/// No answer depends on what is drawn: an owner who could tell would learn the words of days.
final class LeftOutDesk: HubPart {
    let context: HubContext
    /// The words that are stored, in the order of their bytes.
    private(set) var stored: [LeftOutWord] = []
    /// Whether a change is under way.
    private var isChanging = false

    init(_ context: HubContext) {
        self.context = context
        lists.leaveOut(settings.wordsLeftOut)
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
        lists.leaveOut(settings.wordsLeftOut.union(found.map(\.word)))
    }

    /// Decides to leave a word out, or to have it drawn again. Returns nil if it is so already.
    func decide(_ text: String, isOut: Bool, _ asker: AdminAsker) throws(AdminRefusal) -> Change? {
        guard !isChanging else {
            throw AdminRefusal(.busy, "Another word is being left out or brought back. Try again.")
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
        let lines = lists.lines(withAnswer: word)
        guard !lines.isEmpty else {
            throw AdminRefusal(.badWord, "That word is no answer of any list here: nobody has to look for it.")
        }
        guard !lists.isLeftOut(word) else { return nil }
        for line in lines where lists.answers(of: line)?.count == 1 {
            throw AdminRefusal(.badWord, "That is the last word that can be drawn for \(line.text).")
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

    /// Ends a change. `found`: the words that storage has; nil if they cannot be read, so that nothing changes.
    func settle(_ found: [LeftOutWord]?) {
        isChanging = false
        if let found { take(found) }
    }

    /// The answer that lists the words. `isChanged`: nil if nothing was to be changed.
    func answer(isChanged: Bool? = nil) -> AdminAnswer {
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
