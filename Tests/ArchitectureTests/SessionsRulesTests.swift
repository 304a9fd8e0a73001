import Testing

/// Rules of `Sources/Sessions`, whose parts each have one of the five verbs (docs/decisions/007-five-verbs.md).
@Suite struct SessionsRulesTests {
    private static let files = SourceTree.sources.filter { $0.target == "Sessions" }

    private static func isOfHub(_ file: SourceTree.File) -> Bool {
        file.text.contains(#/\b(?:class|extension) SessionHub\b/#.wordBoundaryKind(.simple))
    }

    @Test("SessionHub has fewer than 300 lines in all its files")
    func theHubIsSmall() {
        let hub = Self.files.filter(Self.isOfHub)
        #expect(hub.map(\.path).contains("Sources/Sessions/Hub/SessionHub.swift"))
        let lines = hub.reduce(0) { $0 + $1.lines.count }
        #expect(lines < 300, "\(hub.map(\.path))")
    }

    /// Whether code of a file commits, tells, reads or goes on later.
    private static func isEffectful(_ file: SourceTree.File) -> Bool {
        let code = SwiftText(file.text).text
        let names = #/\b(?:[cC]ommitter|[tT]eller|[aA]udience|feeds|output|records|RecordReader)\b/#
        return code.contains(names.wordBoundaryKind(.simple))
            || code.contains(
                #/\b(?:context|environment)\.(?:inAnotherTurn|after|ask|compute)\b/#.wordBoundaryKind(.simple))
            || code.contains(#/\bcontext\.(?:searchWords|readNames)\b/#.wordBoundaryKind(.simple))
            || code.contains(#/\blibrary\.(?:gather|\w+\.get\w*)\(/#.wordBoundaryKind(.simple))
    }

    @Test("A desk decides: it neither commits nor tells, reads nothing and sets no timer")
    func desksOnlyDecide() {
        let desks = Self.files.filter { $0.path.contains(#/Desk(?:\+\w+)?\.swift$/#) }
        #expect(desks.count >= 10)
        #expect(desks.filter(Self.isEffectful).map(\.path) == [])
    }

    @Test("Decisions, and the news that they tell, are data: no function is in them")
    func decisionsAreData() throws {
        for path in ["Commit/Decision", "Tell/Telling"] {
            let code = SwiftText(try SourceTree.file("Sources/Sessions/\(path).swift").text).text
            #expect(!code.contains("->"), "\(path)")
        }
    }

    @Test("Work that goes on when a submission is settled is queued by the committer alone")
    func onlyTheCommitterResumes() {
        let resuming = Self.files.filter {
            SwiftText($0.text).text.contains(#/\.resumed\(step:/#)
        }
        #expect(resuming.map(\.path) == ["Sources/Sessions/Commit/Committer.swift"])
    }

    @Test("A forbidden act of a desk is found in code, and not in a comment")
    func seesEffects() {
        func isEffectful(_ text: String) -> Bool {
            Self.isEffectful(SourceTree.File(path: "Sources/Sessions/Desks/PlantedDesk.swift", text: text))
        }
        #expect(isEffectful("committer.commit(decision)") && isEffectful("let teller: Teller"))
        #expect(isEffectful("let audience: Audience") && isEffectful("session.output.attend(true)"))
        #expect(isEffectful("records.player(id) {}") && isEffectful("environment.after(1) {}"))
        #expect(isEffectful("library.players.get(id) {}") && !isEffectful("library.players[id]"))
        #expect(!isEffectful("// the committer") && !isEffectful("decision.note(act)"))
    }

    /// The files of `Sessions` that turn letters into text, and for whom.
    private static let spellers = [
        "Accounts/AccountExport.swift": "the player whose games they are",
        "Operators/RefusedWords.swift": "the operator: words that players typed and no list has",
        "Operators/WordDesk.swift": "the operator, who has asked for the words; each look is logged",
        "Desks/GameDesk.swift": "a refusal of the player's own word",
        "Desks/SprintDesk.swift": "a refusal of the player's own word; the seal of a round",
        "Documents/Documents+Boards.swift": "whoever has finished the race",
        "Documents/Documents.swift": "everybody, of a day that is closed",
        "Library/LiveNames.swift": "nobody: names are compared",
        "Library/LivePuzzles.swift": "nobody: tests that ask for a word",
        "Library/PuzzleSource.swift": "nobody: the seal of a day",
        "Tell/Anagram/ErrorReply+Anagram.swift": "a refusal of the player's own word",
        "Tell/Guess/ErrorReply+Guess.swift": "a refusal of the player's own word",
        "Tell/Views+Sprints.swift": "the racer; everybody, once a round has begun (tiles) or ended (words)",
        "Tell/Views.swift": "the player whose game it is; whoever has ended it",
    ]

    @Test("Letters become text only in the files that are listed, each with those who may read it")
    func fewSpell() {
        let call = #/\balphabet\.text\(/#.wordBoundaryKind(.simple)
        let found = Self.files.filter { SwiftText($0.text).text.contains(call) }
        #expect(
            Set(found.map { String($0.path.dropFirst("Sources/Sessions/".count)) }) == Set(Self.spellers.keys),
            "say here who reads the letters of a new file")
    }

    /// Whether code of a file calls storage, or hands it on.
    private static func namesStorage(_ file: SourceTree.File) -> Bool {
        SwiftText(file.text).text.contains(#/\bstorage\s*\.|\benvironment\s*\.\s*storage\b/#.wordBoundaryKind(.simple))
    }

    @Test("Only Library and Commit name storage")
    func storageHasTwoDoors() {
        let doors = ["Sources/Sessions/Library/", "Sources/Sessions/Commit/"]
        let others = Self.files.filter { file in !doors.contains { file.path.hasPrefix($0) } }
        #expect(others.count > 50)
        #expect(others.filter(Self.namesStorage).map(\.path) == [])
        for door in doors {
            #expect(Self.files.contains { $0.path.hasPrefix(door) && Self.namesStorage($0) }, "\(door)")
        }
    }

    @Test("The committer alone submits transactions")
    func onlyTheCommitterSubmits() {
        let submitting = Self.files.filter { SwiftText($0.text).text.contains(".submit(") }
        #expect(submitting.map(\.path) == ["Sources/Sessions/Commit/Committer.swift"])
    }

    @Test("A call of storage is seen in code, and not in a comment")
    func seesStorage() {
        func names(_ text: String) -> Bool {
            Self.namesStorage(SourceTree.File(path: "Sources/Sessions/Hub/Planted.swift", text: text))
        }
        #expect(names("let storage = environment.storage") && names("storage.player(id) {}"))
        #expect(!names("// reads storage. And more") && !names("environment.storageAnswered(result)"))
    }
}
