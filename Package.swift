// swift-tools-version: 6.2
import PackageDescription

// The targets, bottom to top. `Tests/ArchitectureTests` holds this table to the imports in the sources;
// `docs/architecture.md` says what each target is for.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    // The optimiser takes a quarter of an optimised build for these two, whose own code takes little time.
    let isLarge = ["SessionsTests", "ServerTests"].contains(name)
    let settings = isLarge ? strict + [.unsafeFlags(["-Onone"])] : strict
    return .testTarget(name: name, dependencies: ["TestKit"] + dependencies, swiftSettings: settings)
}

let package = Package(
    name: "tilerace",
    products: [
        .executable(name: "tilerace", targets: ["tilerace"]),
        .executable(name: "tilerace-echo", targets: ["tilerace-echo"]),
        .library(name: "GameRules", targets: ["GameRules"]),
        .library(name: "Messages", targets: ["Messages"]),
    ],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "CLibPQ"),
        .target(name: "CNATS"),
        .target(name: "CCurl"),
        .target(name: "CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
        .systemLibrary(name: "CLinux"),

        layer("Bytes"),
        layer("GameRules"),
        layer("WordLists", ["GameRules", "COpenSSL"]),
        layer("Puzzles", ["GameRules", "WordLists", "COpenSSL"]),
        layer("Leaderboards", ["GameRules"]),
        layer("Rooms", ["GameRules", "Leaderboards"]),
        layer("Replays", ["GameRules", "WordLists", "Puzzles", "Rooms"]),
        layer("Messages", ["GameRules", "Bytes"]),
        layer("Storage", ["GameRules", "Puzzles", "Leaderboards", "Rooms"]),
        layer("StoredRows", ["Storage", "GameRules", "Puzzles", "Leaderboards", "Rooms"]),
        layer(
            "SQLiteStorage",
            ["Storage", "StoredRows", "GameRules", "Puzzles", "Leaderboards", "Rooms", "CSQLite"]),
        layer(
            "PostgreSQLStorage",
            ["Storage", "StoredRows", "GameRules", "Puzzles", "Leaderboards", "Rooms", "CLibPQ"]),
        layer(
            "Sessions",
            [
                "GameRules", "WordLists", "Puzzles", "Leaderboards", "Rooms", "Replays", "Messages", "Storage",
                "COpenSSL", "CICU",
            ]),

        layer("HTTP1", ["Bytes"]),
        layer("WebSockets", ["Bytes", "HTTP1", "COpenSSL", "CZlib"]),
        layer("EventLoops", ["Bytes", "CLinux", "COpenSSL"]),
        layer("Clients", ["Bytes", "HTTP1", "WebSockets", "EventLoops"]),
        layer("Telemetry"),
        layer("Bus", ["Bytes", "CNATS", "CZlib"]),

        layer(
            "Server",
            [
                "GameRules", "WordLists", "Puzzles", "Leaderboards", "Rooms", "Messages", "Storage", "StoredRows",
                "SQLiteStorage", "PostgreSQLStorage", "Sessions", "Bytes", "HTTP1", "WebSockets", "EventLoops", "Bus",
                "Telemetry", "COpenSSL", "CZlib", "CQREncode", "CCurl", "CLinux",
            ]),
        layer(
            "LoadGenerator",
            [
                "GameRules", "WordLists", "Messages", "Bytes", "HTTP1", "WebSockets", "EventLoops", "Clients", "CLinux",
            ]),
        .executableTarget(
            name: "tilerace",
            dependencies: [
                "Server", "LoadGenerator", "Clients", "EventLoops", "GameRules", "WordLists", "Messages", "Puzzles",
                "Replays", "Telemetry", "COpenSSL",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "tilerace-echo", dependencies: ["EventLoops", "WebSockets", "HTTP1", "Bytes"],
            swiftSettings: strict),

        .target(
            name: "TestKit",
            dependencies: [
                "GameRules", "WordLists", "Puzzles", "Rooms", "Messages", "Storage", "Bytes", "WebSockets", "Bus",
                "Server",
                "COpenSSL",
            ],
            path: "Tests/TestKit", swiftSettings: strict),
        .target(name: "CAllocations", path: "Tests/CAllocations"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "GameRules", "WordLists", "Puzzles", "Rooms", "Replays", "Messages", "Storage", "Sessions", "Bytes",
                "HTTP1", "WebSockets", "Bus", "Server",
            ],
            path: "Tests/fuzz/Targets", swiftSettings: strict),
        tests(
            "SimulationTests",
            [
                "GameRules", "WordLists", "Puzzles", "Rooms", "Messages", "Storage", "Sessions", "Bytes", "WebSockets",
                "EventLoops", "Bus", "Telemetry", "Server",
            ]),
        tests("FuzzTargetsTests", ["FuzzTargets"]),
        tests("ArchitectureTests", []),
        tests("GameRulesTests", ["GameRules", "WordLists"]),
        tests("WordListsTests", ["GameRules", "WordLists"]),
        tests("PuzzlesTests", ["GameRules", "WordLists", "Puzzles"]),
        tests("LeaderboardsTests", ["GameRules", "Leaderboards"]),
        tests("RoomsTests", ["GameRules", "Leaderboards", "Rooms"]),
        tests("ReplaysTests", ["GameRules", "WordLists", "Puzzles", "Rooms", "Replays", "tilerace"]),
        tests("MessagesTests", ["GameRules", "Messages"]),
        tests(
            "PostgreSQLStorageTests",
            [
                "GameRules", "Puzzles", "Rooms", "Storage", "StoredRows", "PostgreSQLStorage", "SQLiteStorage",
                "CLibPQ",
            ]),
        tests("StorageTests", ["GameRules", "Puzzles", "Rooms", "Storage", "StoredRows", "SQLiteStorage", "CSQLite"]),
        .systemLibrary(name: "CMalloc", path: "Tests/CMalloc"),
        tests(
            "SessionsTests",
            [
                "GameRules", "WordLists", "Puzzles", "Leaderboards", "Rooms", "Replays", "Messages", "Storage",
                "SQLiteStorage", "Sessions",
                "CAllocations", "CMalloc",
            ]),
        tests("BytesTests", ["Bytes"]),
        tests("HTTP1Tests", ["Bytes", "HTTP1"]),
        tests("WebSocketsTests", ["Bytes", "HTTP1", "WebSockets", "CZlib", "EventLoops", "tilerace-echo"]),
        tests("EventLoopsTests", ["Bytes", "EventLoops", "WebSockets", "COpenSSL", "CAllocations"]),
        tests("ClientsTests", ["Bytes", "HTTP1", "WebSockets", "EventLoops", "Clients"]),
        tests(
            "LoadGeneratorTests",
            [
                "LoadGenerator", "Server", "WordLists", "GameRules", "Messages", "Bytes", "EventLoops", "Clients",
                "WebSockets", "HTTP1", "tilerace",
            ]),
        tests("TelemetryTests", ["Telemetry"]),
        tests("BusTests", ["Bytes", "Bus"]),
        tests(
            "ServerTests",
            [
                "Server", "GameRules", "WordLists", "Messages", "Storage", "SQLiteStorage", "Sessions", "HTTP1",
                "WebSockets",
                "Bytes", "CSQLite", "Bus", "EventLoops", "Rooms",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Only libFuzzer brings the `main` that this program lacks: `./test fuzz` asks for it.
if Context.environment["TILERACE_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "tilerace-fuzz", dependencies: ["FuzzTargets"], path: "Tests/fuzz/Driver", swiftSettings: strict))
}

// What rankings of ten million take, the words of anagrams, and a guess in storage: docs/performance.md.
if Context.environment["TILERACE_MEASURE"] != nil {
    package.targets.append(
        .executableTarget(
            name: "tilerace-rankings",
            dependencies: ["GameRules", "Leaderboards", "Storage", "SQLiteStorage", "CMalloc"],
            path: "Tests/load/Rankings", swiftSettings: strict))
    package.targets.append(
        .executableTarget(
            name: "tilerace-words", dependencies: ["GameRules", "WordLists", "Server"], path: "Tests/load/Words",
            swiftSettings: strict))
    package.targets.append(
        .executableTarget(
            name: "tilerace-storage",
            dependencies: ["GameRules", "Rooms", "Storage", "SQLiteStorage", "PostgreSQLStorage"],
            path: "Tests/load/Storage", swiftSettings: strict))
}

// Allocations are counted in what the optimiser makes: to have it make the other tests too takes minutes
// (`./test allocations`).
if Context.environment["TILERACE_ALLOCATIONS"] != nil {
    package.targets.removeAll { $0.type == .test && !["SessionsTests", "EventLoopsTests"].contains($0.name) }
}
