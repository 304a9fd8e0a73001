import Testing

/// Code of one kind of games alone is in a folder of that kind. So a third kind costs folders, and a line in each sum
/// of all kinds.
///
/// It finds identifiers with the kind's name in Swift. It does not find code of a kind under another name, such as the
/// search for words that can be laid.
@Suite struct KindSeamTests {
    /// A kind of games, as code names it.
    struct Kind: Sendable, CustomTestStringConvertible {
        /// The name of its folders.
        let folder: String
        /// Whether code, its comments and literals left out, names the kind.
        let isNamed: @Sendable (String) -> Bool
        /// Files beside the folders whose code names it, each with what makes that its place. A line goes when it is
        /// not true any more.
        let reasons: [String: String]

        var testDescription: String { folder }

        /// Whether a file's code names the kind beside its folders.
        func isNaming(_ file: SourceTree.File) -> Bool {
            !file.path.contains("/\(folder)/") && isNamed(SwiftText(file.text).text)
        }
    }

    /// The sums and registries, which name every kind: the places of a third one.
    private static let sums: [String: String] = [
        "Sources/GameRules/Game.swift": "The sum of the games of all kinds.",
        "Sources/GameRules/Move.swift": "The sums of the refusals and faults of all kinds.",
        "Sources/GameRules/PuzzleID.swift": "The registry: the name of each kind, and its facts.",
        "Sources/GameRules/ShareText.swift": "Asks the kind for its text.",
        "Sources/LoadGenerator/WordSource.swift": "Asks the kind for the words that a load plays.",
        "Sources/Replays/ReplayJudge.swift": "The refusals of all kinds in words of one judge.",
        "Sources/Server/Page/PagePreview.swift": "The name of each kind in a shared link.",
        "Sources/Server/Start/WordFiles.swift": "Asks each kind whether a language has its lists.",
        "Sources/Sessions/Tell/Refusals.swift": "Asks the kind for the words of its refusal.",
        "Sources/WordLists/Lexicon.swift": "The lists of a language, of all kinds.",
    ]

    static let anagram = Kind(
        folder: "Anagram", isNamed: { $0.lowercased().contains("anagram") },
        reasons: sums.merging([
            "Sources/Sessions/Library/PuzzleSource.swift": "The words of a line, whatever kind it is of."
        ]) { $1 })

    /// The protocol and the meters call any move a guess, so that only types of the kind and its case are its name.
    static let guess = Kind(
        folder: "Guess",
        isNamed: {
            $0.contains(
                #/\bGuess[A-Z]|\bcase \.guess\b(?!\(let puzzle)|[:\[] ?\.guess\b|[!=]= \.guess\b|Kind\.guess\b/#)
        },
        reasons: sums.merging([
            "Sources/Leaderboards/Score.swift": "A score of turns is one of guess games.",
            "Sources/Rooms/SprintSettings.swift": "Rows stay among the settings while another kind is played.",
            "Sources/Server/Settings/ServerConfiguration+Table.swift": "The setting for rows of new rooms.",
            "Sources/Sessions/Documents/Documents+Replays.swift": "The rows of a day, found from its games.",
            "Sources/tilerace/Bench.swift": "Its words are read beside those of the line that is played.",
        ]) { $1 })

    @Test(
        "Code beside a kind's folders names the kind only in files that are listed with a reason",
        arguments: [anagram, guess])
    func kindsHaveFolders(_ kind: Kind) {
        #expect(SourceTree.sources.filter(kind.isNaming).map(\.path).sorted() == kind.reasons.keys.sorted())
        for (path, reason) in kind.reasons { #expect(reason.split(separator: " ").count >= 5, "\(path)") }
    }

    @Test("A name of the kind is seen in code, and neither in comments nor in literals")
    func seesNames() {
        func isNaming(
            _ text: String, _ kind: Kind = KindSeamTests.anagram, _ path: String = "Sources/Rooms/Planted.swift"
        ) -> Bool {
            kind.isNaming(SourceTree.File(path: path, text: text))
        }
        #expect(isNaming("let a = LaidAnagram()") && isNaming("case .anagram: 1"))
        #expect(!isNaming("// an anagram") && !isNaming("let a = \"anagram\""))
        #expect(!isNaming("case .anagram: 1", Self.anagram, "Sources/Rooms/Anagram/Planted.swift"))
        for text in ["case .guess: 1", "case .guess(let game): 1", "if kind == .guess {}", "let a: Kind = [.guess]"] {
            #expect(isNaming(text, Self.guess), "\(text)")
        }
        #expect(isNaming("let rules = GuessRules()", Self.guess) && isNaming("of(kind: .guess)", Self.guess))
        #expect(!isNaming("case .guess(let puzzle, _, _): 1", Self.guess), "a message of the protocol")
        #expect(!isNaming("meter.guess(1)", Self.guess) && !isNaming("// a GuessGame", Self.guess))
        #expect(!isNaming("case .guess: 1", Self.guess, "Sources/Rooms/Guess/Planted.swift"))
    }
}
