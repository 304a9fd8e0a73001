/// The rules by which signs and letters of other alphabets hide letters of a word.
enum HidingRule {
    /// The word of a day: one sign in place of any letter, others between letters. A sign in place of the first or last
    /// letter is one that texts do not have beside words.
    case day
    /// A severe word, with which a word of the name begins. Signs stand for its inner letters: a star for any, another
    /// sign for a vowel. Or a letter of another alphabet stands for one letter, in long words also for the first or
    /// last: `Shi東` is a name.
    case severe
    /// Any word of the list, as a whole word. An asterisk stands for an inner letter. In a word of five letters or more
    /// another sign stands for a vowel. One sign that parts no words stands for a consonant too if the word is severe:
    /// `fu😀k`.
    case whole

    /// The letters of a severe word whose first or last is missed by nobody.
    static let leastLong = 5
    /// The lengths, in letters, of the shortest words that signs may hide: one asterisk as a whole word, or two signs,
    /// another sign, or blanks. Shorter ones are names: `An❤L` are two people.
    static let leastWhole = 4
    static let leastParted = 5

    /// The most letters of a word that are hidden.
    var mostHidden: Int {
        switch self {
        case .day: 1
        case .severe: .max
        case .whole: 2
        }
    }

    private static let vowels = Set("aeiou".unicodeScalars)

    static func isVowel(_ letter: Unicode.Scalar) -> Bool { vowels.contains(letter) }
}
