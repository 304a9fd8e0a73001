import Foundation
import Server
import Sessions
import TestKit
import Testing

/// The lists of `config/names` as they ship.
@Suite(.blocking) struct OffensiveNameTests {
    private static let words = Result { () throws(ConfigurationFault) in
        try WordFiles.offensive(folder: TestServer.root + "/config/names")
    }

    private func offends(_ name: String) throws -> Bool { try Self.words.get().offend(in: name) }

    @Test(arguments: [
        "fuck", "FUCK", "Fuck You", "f u c k", "f.u.c.k", "f-u_c-k", "fuuuuck", "fuuck", "FuCk", "phuck it",
        "motherfucker",
        "sh1t", "s h 1 t", "sh!t", "$hit", "5h1t", "bullshit", "Bull Shit", "shiiiit", "a55", "@ss", "ass!", "A S S",
        "Big Ass",
        "BigTits",
        "tits", "t1ts", "cunt", "c.u.n.t", "Mike Hunt cunt", "n1gger", "N I G G E R", "niggers", "faggot", "f4gg0t",
        "wanker",
        "wank", "Hitler", "HitlerFan", "H1tler88", "nazi", "kike", "slut", "whore", "wh0re", "penis", "pen1s",
        "p e n i s",
        "ｆｕｃｋ", "ⓕⓤⓒⓚ", "fück", "ƒuck", "\u{0455}hit", "\u{0455}h\u{0456}t", "fuсk", "blow job", "blowjobs",
        "Mr Asshole",
        "rapist", "porno", "x_cock_x", "69 cock", "cock69", "pussy", "fuckwit", "shithead", "dipshit", "cuntface",
        "fu ck", "f u ck", "fuc k", "fu ck ing", "fu cker", "shi t", "cu nt", "nig ger", "fu(k", "fu<k", "fuc|<",
        "f|_|ck", "(unt",
        "f|_|(|<", "f*ck", "f**k", "f_ck", "sh*t", "s#it", "c*nt", "n*gger", "f@ck", "ʞɔnɟ", "ʇᴉɥs", "ᖴᑌᑕᛕ", "千ㄩ匚长",
        "ᵴhiƫ", "fʉƈƙ",
        "fu\u{200D}ck", "ꬵuck", "aſs", "🄵🅄🄲🄺", "kl1llan", "Titty Cat",
        "nniiggggeerr", "FfUuCcKk", "bbiittcchh", "cvnt", "niqqer", "f⭕⭕k shit", "\u{13DF}unt", "\u{ABAF}unt", "Pussy",
        "Great Pussy Tit",
        "rapists", "retards", "Bastardos", "trannies", "rappist", "retardd", "wankkers", "Sieg Heil", "SiegHeil",
        "Send Nudes",
        "Gas the Jews", "fuk you", "kys", "KYS noob", "niga", "Biatch",
    ])
    func isRefused(name: String) throws { #expect(try offends(name)) }

    @Test(arguments: [
        "Mika", "Brisk Otter", "Organ", "Dickens", "Dick Van Dyke", "Essex", "Sussex", "Middlesex", "Penistone",
        "Scunthorpe",
        "Scunthorpe United", "Lightwater", "Clitheroe", "Cockburn", "Hancock", "Peacock", "Babcock", "Hitchcock",
        "Shuttlecock",
        "Assange", "Cassandra", "Classic", "Bass", "Passenger", "Assassin", "Massachusetts", "Titan", "Titus", "Tit4n",
        "Titania",
        "Constitution", "Analyst", "Banal", "Canal", "Anna Lee", "Therapist", "Grape", "Swank", "Swanky", "Slutsky",
        "Nazir",
        "Nazia", "Naziha", "Wang Li", "Fanny", "Willy", "Yury", "Lech", "Len", "Titi", "Gaylord", "Gay and glad",
        "Santorum",
        "Paddy", "Kummer", "Niger", "Nigeria", "Nigel", "Snigger", "Shiitake", "Shitake", "Takeshi Tanaka",
        "Matsushita",
        "Takeshita", "Kiyoshi Tanaka", "Fukuda", "Fukushima", "Phuket", "Siriporn", "Pornthip", "Lolita", "Cumming",
        "Document",
        "Circumference", "Cucumber", "Accumulate", "Raccoon", "Tycoon", "Cocoon", "Spicy", "Spice", "Conspicuous",
        "Buttercup",
        "Butter", "Rebuttal", "Hello", "Shell", "Pass 1", "Level 55", "J. P. Morgan", "Chris Hit", "Sextant", "Sexton",
        "Arsenal",
        "Parse", "Coarse", "Horse", "Skyscraper", "Hoare", "Homer",
        "Basement", "Bassett", "Wasser", "Krass", "Grass", "Saturday Larks", "Mika’s room", "Åse", "Øystein", "Zoë",
        "Łukasz",
        "李雷", "Ольга", "مريم", "🎈🎈", "B", "!!!", "4 you", "Kite 7",
        "Shittu", "Rahman Shitta", "Ashit Roy", "Semen", "Semen Semenov", "Fuks", "Fux", "Raper", "Hussy", "Aaron",
        "Anna", "Otto", "Lloyd",
        "Harshit", "Akshita", "Rakshit", "Dikshit", "Lakshita", "Nishit", "Darshit", "Rishit", "Kshitij", "Kshitiz",
        "Ashitosh", "Shital Patel", "Shitanshu", "Shitole", "Shitrit", "Yoshitsugu", "Nishitsuji", "Königger", "Acunto",
        "Room 455", "Bench 2455", "Mika 69", "1980085",
        "Killian", "Lillian", "Homo Sapiens", "Blue Tit", "Great Tits", "BlueTit", "Tit Mouse", "Tit for Tat",
        "Pussy Cat", "Pussy Willow",
        "Cock Robin", "Game Cock", "Kinky Boots", "Sex Education", "Naked Gun", "Maine Coon", "Spic and Span",
        "Rio Negro",
        "Shi Ting", "Shota Imanaga", "xXx Mika xXx", "Chris Hit", "Ana L", "An Al", "The Pen Is Red", "1. FCK",
        "Anna <3", "Mika (8)",
        "(tom) hit", "[TAG] Mika", "***", "*Mika*", "Kit*Hit", "👩‍🚀 Ana", "می‌خواهم", "Push It", "Fu Manchu", "Pho King",
        "SushiTeam", "HiroshiT", "SatoshiTanaka", "Toshiteru", "Parikshit", "Phuc-Khang", "FC-Ukraine", "Glasshole",
        "Bonner",
        "Hiroshi Team", "Kyson", "Nigel", "Bichon", "Benny",
    ])
    func isNot(name: String) throws { #expect(try !offends(name)) }

    /// What load and crash tests call players and rooms, and people who count.
    @Test(
        "Names with numbers are not refused, in whatever digits",
        arguments: ["Kyt", "Racer"])
    func numberedNames(word: String) throws {
        for number in stride(from: 1, to: 1_000, by: 3) {
            #expect(try !offends("\(word) \(number)"), "\(word) \(number)")
            #expect(try !offends("HQ of \(word) \(number)"), "HQ of \(word) \(number)")
            // Digits with signs between them, which look like a word on the list: `1.3, 2`.
            #expect(try !offends("\(word) \(number % 10).\(number / 10 % 10), \(number / 100)"))
            for more in [", \(number % 7)", ".\(number % 100)", ".\(number % 30), \(number % 5)"] {
                #expect(try !offends("\(word) \(number % 41)\(more)"), "\(word) \(number % 41)\(more)")
            }
        }
    }

    @Test func numbersAreNone() throws {
        let words = try Self.words.get()
        for number in 0..<600 {
            for name in ["Racer \(number * 35)", "Table of Racer \(number), 5", "(\(number)) Mika"] {
                #expect(!words.offend(in: name), "\(name)")
            }
        }
    }

    /// What the server itself calls people.
    @Test func drawnNamesAreNone() throws {
        let server = try TestServer()
        var names: Set<String> = []
        for _ in 0..<200 {
            names.insert(try server.ask("POST", "/api/v1/session").json["player"]?["name"]?.text ?? "")
        }
        #expect(names.count > 100)
        for name in names + [SessionHub.deletedName] { #expect(try !offends(name), "\(name)") }
    }

    /// Whoever is called like an answer of the game is called decently: the lists agree.
    @Test func answersAreMostlyNames() throws {
        var refused: [String] = []
        var count = 0
        for length in 4...8 {
            let path = TestServer.root + "/config/words/en/answers-\(length).txt"
            for word in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
                count += 1
                if try offends(String(word)) { refused.append(String(word)) }
            }
        }
        #expect(count > 10_000)
        #expect(refused.count <= 12, "\(refused)")
    }

    @Test(arguments: TestServer.shardCounts) func theServerRefusesThem(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let player = try server.player()
        let refused = try player.ask(["type": "rename", "name": "Big T1ts"])
        #expect(refused.code == "bad_name" && refused["reason"] == "offensive")
        #expect(try ProtocolPage().errorFault(refused) == nil)
        #expect(try player.ask(["type": "rename", "name": "Scunthorpe"]).type == "renamed")
        #expect(try player.ask(["type": "create_room", "name": "Shit happens"])["reason"] == "offensive")
        let room = try player.ask(["type": "create_room", "name": "Essex"])["room"] ?? .null
        let named = try player.ask(["type": "name_room", "room": room, "name": "Bullshit"])
        #expect(named["reason"] == "offensive")
    }

    @Test func aListThatIsNoneStopsTheStart() throws {
        let folder = NSTemporaryDirectory() + "tilerace-names-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in [("words.txt", "# a\nword\n"), ("stems.txt", ""), ("innocent.txt", "ok")] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        do {
            _ = try WordFiles.offensive(folder: folder)
            Issue.record("it was taken")
        } catch {
            #expect(error.description.hasPrefix("\(folder)/innocent.txt, line 1: "))
        }
        try Data("Fine\n".utf8).write(to: URL(fileURLWithPath: folder + "/innocent.txt"))
        #expect(throws: ConfigurationFault.self) { try WordFiles.offensive(folder: folder) }
        try Data("fine\r\n".utf8).write(to: URL(fileURLWithPath: folder + "/innocent.txt"))
        #expect(try WordFiles.offensive(folder: folder).offend(in: "Word"))
        try FileManager.default.removeItem(atPath: folder + "/stems.txt")
        #expect(throws: ConfigurationFault.self) { try WordFiles.offensive(folder: folder) }
    }
}
