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
        return code.contains(#/\b(?:[cC]ommitter|[tT]eller|records|RecordReader)\b/#.wordBoundaryKind(.simple))
            || code.contains(
                #/\b(?:context|environment)\.(?:inAnotherTurn|after|ask|compute)\b/#.wordBoundaryKind(.simple))
            || code.contains(#/\bcontext\.searchWords\b/#.wordBoundaryKind(.simple))
            || code.contains(#/\blibrary\.(?:gather|\w+\.get\w*)\(/#.wordBoundaryKind(.simple))
    }

    @Test("A desk decides: it neither commits nor tells, reads nothing and sets no timer")
    func desksOnlyDecide() {
        let desks = Self.files.filter { $0.path.contains(#/Desk(?:\+\w+)?\.swift$/#) }
        #expect(desks.count >= 10)
        #expect(desks.filter(Self.isEffectful).map(\.path) == [])
    }

    @Test("What is decided and told is data: no function is in it")
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

    @Test("What a desk must not do is seen in code, and not in a comment")
    func seesEffects() {
        func isEffectful(_ text: String) -> Bool {
            Self.isEffectful(SourceTree.File(path: "Sources/Sessions/Desks/PlantedDesk.swift", text: text))
        }
        #expect(isEffectful("committer.commit(decision)") && isEffectful("let teller: Teller"))
        #expect(isEffectful("records.player(id) {}") && isEffectful("environment.after(1) {}"))
        #expect(isEffectful("library.players.get(id) {}") && !isEffectful("library.players[id]"))
        #expect(!isEffectful("// the committer") && !isEffectful("decision.note(act)"))
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
