import GameRules

/// An act of somebody who runs the server, as the audit log keeps it. It names players, rooms and puzzles, and never a
/// word, a name or a password.
package struct AdminAct: Hashable, Sendable {
    /// ms since 1970-01-01 UTC by the server's clock.
    package let time: Int
    /// The one who acted: `command` for the machine itself, else a role and the number of its session: `owner 3`.
    package let actor: String
    /// The request: `ban-player`.
    package let verb: String
    /// The player, room or puzzle that the act concerns; empty if there is none.
    package let subject: String

    package init(time: Int, actor: String, verb: String, subject: String) {
        self.time = time
        self.actor = actor
        self.verb = verb
        self.subject = subject
    }

    /// The time in ms for which an act is kept: 400 days.
    package static let kept = 400 * 86_400_000
    /// The maximum number of acts that are kept.
    package static let most = 100_000
}

/// An act with its place in the audit log.
package struct LoggedAct: Hashable, Sendable {
    /// The place, ascending.
    package let number: Int
    package let act: AdminAct

    package init(number: Int, act: AdminAct) {
        self.number = number
        self.act = act
    }
}

/// The text that all players are shown until it is withdrawn.
package struct StoredAnnouncement: Hashable, Sendable {
    package let text: String
    /// The time at which it was made, ms since 1970-01-01 UTC by the server's clock. It names the announcement.
    package let time: Int

    package init(text: String, time: Int) {
        self.text = text
        self.time = time
    }
}

/// A word that the host leaves out of what is drawn.
package struct LeftOutWord: Hashable, Sendable {
    /// In small letters. A word stands for itself in every line.
    package let word: String
    /// The time from which it is left out, ms since 1970-01-01 UTC by the server's clock.
    package let time: Int

    package init(word: String, time: Int) {
        self.word = word
        self.time = time
    }

    /// The maximum number of words that are left out. Callers keep to it.
    package static let most = 1_000
}

/// A text that players tried as a word and that no list has. The players who tried it are stored nowhere.
package struct RefusedWord: Hashable, Sendable {
    package let line: PuzzleLine
    package let word: Word
    /// The number of tries.
    package let count: Int

    package init(line: PuzzleLine, word: Word, count: Int) {
        self.line = line
        self.word = word
        self.count = count
    }

    /// A refused word without its count.
    package struct Key: Hashable, Sendable {
        package let line: PuzzleLine
        package let word: Word

        package init(line: PuzzleLine, word: Word) {
            self.line = line
            self.word = word
        }
    }

    package var key: Key { Key(line: line, word: word) }

    /// The number of days for which refused words are kept.
    package static let daysKept = 30
    /// The maximum number of refused words of one day. Callers keep to it.
    package static let mostInADay = 1_000
}
