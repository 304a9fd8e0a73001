import Testing

/// Code of one kind of games alone is in a folder of that kind: a third kind costs folders, and a line where a sum of
/// all kinds is.
///
/// It finds identifiers with the kind's name in Swift. Code of a kind under another name it does not find, such as the
/// search for words that can be laid.
@Suite struct KindSeamTests {
    /// Files beside the folders of a kind whose code names it, each with what makes that its place. A line goes when it
    /// is not true any more.
    private static let named: [String: String] = [
        "Sources/GameRules/Game.swift": "The sum of the games of all kinds.",
        "Sources/GameRules/Move.swift": "The sums of the refusals and faults of all kinds.",
        "Sources/GameRules/PuzzleID.swift": "The registry: the name of each kind, and its facts.",
        "Sources/GameRules/ShareText.swift": "Asks the kind for its text.",
        "Sources/Replays/ReplayBoard.swift": "The sum of what a document says of each kind.",
        "Sources/Replays/ReplayJudge.swift": "The refusals of all kinds in words of one judge.",
        "Sources/Server/Page/PagePreview.swift": "The name of each kind in a shared link.",
        "Sources/Server/Start/WordFiles.swift": "Asks whether a language has lists of the kind.",
        "Sources/Sessions/Library/Library.swift": "What can be laid is kept beside the puzzle that it is of.",
        "Sources/Sessions/Library/LiveSolutions.swift": "What can be laid, for all who ask, within one bound.",
        "Sources/Sessions/Library/PuzzleLibrary.swift": "The words of a line, whatever kind it is of.",
        "Sources/Sessions/Tell/Refusals.swift": "Asks the kind for the words of its refusal.",
        "Sources/Sessions/Tell/Views.swift": "The forms in which each kind is told.",
        "Sources/WordLists/Lexicon.swift": "The lists of a language, of all kinds.",
    ]

    /// Whether a file's code, its comments and literals left out, names anagrams beside their folders.
    private static func isNaming(_ file: SourceTree.File) -> Bool {
        !file.path.contains("/Anagram/") && SwiftText(file.text).text.lowercased().contains("anagram")
    }

    @Test("Code beside a kind's folders names the kind only in files that are listed with a reason")
    func kindsHaveFolders() {
        #expect(SourceTree.sources.filter(Self.isNaming).map(\.path) == Self.named.keys.sorted())
        for (path, reason) in Self.named { #expect(reason.split(separator: " ").count >= 5, "\(path)") }
    }

    @Test("A name of the kind is seen in code, and neither in comments nor in literals")
    func seesNames() {
        func isNaming(_ text: String, _ path: String = "Sources/Rooms/Planted.swift") -> Bool {
            Self.isNaming(SourceTree.File(path: path, text: text))
        }
        #expect(isNaming("let a = LaidAnagram()") && isNaming("case .anagram: 1"))
        #expect(!isNaming("// an anagram") && !isNaming("let a = \"anagram\""))
        #expect(!isNaming("case .anagram: 1", "Sources/Rooms/Anagram/Planted.swift"))
    }
}
