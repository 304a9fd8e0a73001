import Testing

@Suite struct CodeRulesTests {
    /// Every opt-out of the compiler's checks in `Sources/`: how many in which file. Add one here only with its reason
    /// in a comment beside it.
    private static let optOuts: [String: Int] = [
        "Sources/Bus/NATSBus.swift": 1,
        "Sources/Bus/NATSSubscription.swift": 1,
        "Sources/Bytes/SharedBytes.swift": 1,
        "Sources/EventLoops/TLSContext.swift": 1,
        "Sources/EventLoops/TLSStream.swift": 1,
        "Sources/PostgreSQLStorage/LeaseWait.swift": 1,
        "Sources/Sessions/Hub/HubExecutor.swift": 1,
    ]

    /// Files and functions above the mark, each with what makes it one thing. A line goes when it is not true any more;
    /// one is added only where a reader would not want it in two pieces.
    private static let long: [String: String] = [
        "test": "One command whose lanes share what is built and counted; a reader looks for a lane by its name.",
        "web/components/desk/desk.js": "Board, keys and the word in hand are one desk; a file more is a request more.",
        "web/components/home/home.js": "One view of cards, which is the first sight; a file more is a request more.",
        "web/components/race/race.js": "One view of one race, with its bar; a file more is a request more.",
        "web/main.js": "The preferences would be a file of their own, and one more request before anything is shown.",
        "web/racing.js": "Values of a room and its games, which come with every race; a file more is a request.",
        "web/store.js": "What the server said has one owner on the page; a file more is a request more.",
    ]

    /// Uses of `default` that do nothing or trap, by file: over characters, bytes and the numbers of C libraries, which
    /// are no enum.
    private static let emptyDefaults: [String: Int] = [
        "Sources/EventLoops/TLSStream.swift": 1,
        "Sources/LoadGenerator/ScannedMessage.swift": 1,
        "Sources/Server/Page/PageComments.swift": 1,
        "Sources/Sessions/Names/NameEmoji.swift": 1,
        "Sources/WebSockets/Inflater.swift": 1,
    ]

    /// Targets whose purpose is a clock or a file.
    private static let edges: Set = ["Server", "tilerace", "tilerace-echo", "EventLoops"]

    /// The two commands have no ending.
    private static let scripts: Set = ["sh", "py", "test", "run"]
    private static let lengthChecked = SourceTree.all.filter {
        ["swift", "js", "css", "html", "c", "h"].contains($0.kind) || scripts.contains($0.kind)
    }
    /// JavaScript and CSS have a formatter of their own.
    private static let widthChecked = SourceTree.all.filter {
        ["swift", "c", "h"].contains($0.kind) || scripts.contains($0.kind)
    }
    private static let swift = SourceTree.all.filter { $0.kind == "swift" }

    @Test("A file or function above the mark stands in the list with a reason")
    func whatIsLongHasItsReason() {
        #expect(Self.lengthChecked.filter(CodeRules.unreadable).map(\.path) == [])
        #expect(Self.lengthChecked.flatMap(CodeRules.long).sorted() == Self.long.keys.sorted())
        for (name, reason) in Self.long { #expect(reason.split(separator: " ").count >= 5, "\(name)") }
    }

    @Test("Comments stay within 120 columns")
    func commentsAreAsWideAsCode() {
        #expect(Self.widthChecked.flatMap(CodeRules.wideComments) == [])
        #expect(CodeRules.wideComments(planted("// " + String(repeating: "é", count: 117))) == [])
        #expect(CodeRules.wideComments(planted("    // " + String(repeating: "a", count: 114))).count == 1)
        #expect(CodeRules.wideComments(planted("# " + String(repeating: "a", count: 119), "test")).count == 1)
    }

    @Test("A default neither traps nor does nothing over an own enum")
    func switchesOverOwnEnumsAreExhaustive() {
        var counts: [String: Int] = [:]
        for file in SourceTree.sources {
            let found = CodeRules.emptyDefaults(file)
            if !found.isEmpty { counts[file.path] = found.count }
        }
        #expect(counts == Self.emptyDefaults)
    }

    @Test("A switch over the cases of an own enum names them all")
    func switchesNameAllCases() {
        #expect(SourceTree.sources.flatMap(CodeRules.openSwitches) == [])
    }

    @Test("Sources contain no try!, fatalError or as!, and no empty names", arguments: swift)
    func nothingCrashesOnPurpose(file: SourceTree.File) {
        #expect(CodeRules.crashes(file) == [])
        #expect(CodeRules.names(file) == [])
    }

    @Test(
        "Time, randomness, environment and files are parameters below Server",
        arguments: SourceTree.sources.filter { !edges.contains($0.target ?? "") })
    func timeChanceAndEnvironmentAreParameters(file: SourceTree.File) {
        #expect(CodeRules.ambient(file) == [])
        if file.target != "SQLiteStorage" { #expect(CodeRules.files(file) == []) }
    }

    @Test("No wait ends at an instant of the wall's clock")
    func waitsGoByTheTimeThatNobodySets() {
        let found = SourceTree.sources.filter { !CodeRules.wallWaits($0).isEmpty }.map(\.path)
        #expect(found == ["Sources/StoredRows/WakeSignal.swift"], "where a group waits")
    }

    @Test(
        "Unsafe pointers stay in Bytes, EventLoops and files that import a C target",
        arguments: SourceTree.sources.filter { !["Bytes", "EventLoops"].contains($0.target) })
    func unsafeMemoryStaysAtTheEdges(file: SourceTree.File) {
        let meetsC = ImportTable.imports(of: file.text).contains {
            ["COpenSSL", "CSQLite", "CZlib", "CQREncode", "CLibPQ", "CNATS", "CLinux", "Glibc"].contains($0)
        }
        if !meetsC { #expect(CodeRules.unsafe(file) == []) }
    }

    @Test("Every opt-out of the compiler's checks is counted and has its reason beside it")
    func optOutsAreCountedAndGiveTheirReason() {
        var counts: [String: Int] = [:]
        for file in SourceTree.sources {
            for optOut in CodeRules.optOuts(file) {
                counts[file.path, default: 0] += 1
                #expect(optOut.hasReason, "\(file.path):\(optOut.line): no reason beside it")
            }
        }
        #expect(counts == Self.optOuts)
    }

    // Each rule is shown a fault, so that it is known to see one.

    private func planted(_ text: String, _ path: String = "Sources/Rooms/Planted.swift") -> SourceTree.File {
        SourceTree.File(path: path, text: text)
    }

    @Test("A file or function above its mark is found")
    func seesLength() {
        let line = "let a = 1\n"
        #expect(CodeRules.long(planted(String(repeating: line, count: 400))) == [])
        #expect(CodeRules.long(planted(String(repeating: line, count: 401))) == ["Sources/Rooms/Planted.swift"])
        #expect(CodeRules.long(planted(String(repeating: "a\n", count: 401), "web/a.css")) == ["web/a.css"])
        #expect(CodeRules.long(planted("func f() {\n" + String(repeating: line, count: 58) + "}\n")) == [])
        #expect(
            CodeRules.long(planted("func f() {\n" + String(repeating: line, count: 59) + "}\n"))
                == ["Sources/Rooms/Planted.swift, f"])
        #expect(CodeRules.unreadable(planted("func f() {")))
    }

    @Test("A switch over cases with a default is found")
    func seesOpenSwitches() {
        let open = "func f() {\n    switch a {\n    case .b: c()\n    default: d()\n    }\n}\n"
        #expect(CodeRules.openSwitches(planted(open)) == ["Sources/Rooms/Planted.swift: switch a"])
        for other in [
            open.replacing("    default: d()\n", with: ""), open.replacing("case .b", with: "case ...b"),
            open.replacing("case .b", with: "case 1"), open.replacing("switch a", with: "switch a.generalCategory"),
        ] {
            #expect(CodeRules.openSwitches(planted(other)) == [], "\(other)")
        }
    }

    @Test("The lines of an exhaustive switch do not count")
    func exhaustiveSwitchesAreOneThing() {
        let cases = String(repeating: "case .a: b[c, default: 0] += 1\n", count: 70)
        #expect(CodeRules.long(planted("func f() {\nswitch a {\n\(cases)}\n}\n")) == [])
        #expect(CodeRules.long(planted("func f() {\nswitch a {\n\(cases)default: b()\n}\n}\n")).count == 1)
        // One within the other counts once, and one that is within another with a default counts.
        #expect(CodeRules.long(planted("func f() {\nswitch a {\ncase .a: switch b {\n\(cases)}\n}\n}\n")) == [])
        #expect(
            CodeRules.long(planted("func f() {\nswitch a {\ncase 1: switch b {\n\(cases)}\ndefault: c()\n}\n}\n")) == []
        )
    }

    @Test(
        "An empty or trapping default is found",
        arguments: ["default: break", "default:\n    break", "default: preconditionFailure(\"no\")"])
    func seesEmptyDefaults(text: String) {
        #expect(CodeRules.emptyDefaults(planted(text)).count == 1)
        #expect(CodeRules.emptyDefaults(planted("default: a = 1")) == [])
    }

    @Test("A deliberate crash is found", arguments: ["try! f()", "fatalError(\"a\")", "a as! B"])
    func seesCrashes(line: String) {
        #expect(CodeRules.crashes(planted(line)).count == 1)
        #expect(CodeRules.crashes(planted("// \(line)")) == [])
    }

    @Test(
        "A read of a clock or a random source is found",
        arguments: [
            "Date()", "Date.now", "ContinuousClock().now", "Int.random(in: 1...2)", "a.randomElement()", "a.shuffled()",
            "RAND_bytes(&a, 1)", "ProcessInfo.processInfo", "UUID()", "try await Task.sleep(for: .seconds(1))",
        ])
    func seesTimeAndChance(line: String) {
        #expect(!CodeRules.ambient(planted(line)).isEmpty)
    }

    @Test(
        "Waits for the wall's clock are found",
        arguments: [
            "done.wait(timeout: .now() + 1)", "done.wait(wallTimeout: .now())", "pthread_cond_timedwait(&a, &b)",
        ])
    func seesWallWaits(line: String) {
        #expect(!CodeRules.wallWaits(planted(line)).isEmpty)
        #expect(CodeRules.wallWaits(planted("done.wait(milliseconds: 1)")) == [])
    }

    @Test("Files, unsafe memory and empty names are found")
    func seesFilesUnsafeMemoryAndEmptyNames() {
        #expect(CodeRules.files(planted("FileManager.default")).count == 1)
        #expect(CodeRules.unsafe(planted("let p: UnsafeRawPointer")).count == 1)
        #expect(CodeRules.names(planted("final class RoomManager {}")).count == 1)
        #expect(CodeRules.names(planted("struct Information {}")) == [])
    }

    @Test("An opt-out without a reason is found")
    func seesOptOutsWithoutReason() {
        let reasoned = "/// Unchecked because of a lock.\n@available(*)\nfinal class A: @unchecked Sendable {}"
        #expect(CodeRules.optOuts(planted(reasoned)).map(\.hasReason) == [true])
        let within = "class A: @unchecked Sendable {\n    // Unchecked Sendable: `b` never changes."
        #expect(CodeRules.optOuts(planted(within)).map(\.hasReason) == [true])
        #expect(CodeRules.optOuts(planted("/// A.\nclass A: @unchecked Sendable {}")).map(\.hasReason) == [false])
        #expect(CodeRules.optOuts(planted("/// unsafe\n\nnonisolated(unsafe) var a = 1")).map(\.hasReason) == [false])
    }
}
