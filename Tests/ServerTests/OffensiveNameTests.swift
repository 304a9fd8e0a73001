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

    @Test(
        "An offensive name is refused, however it is spelled",
        arguments: [
            "fuck", "FUCK", "Fuck You", "f u c k", "f.u.c.k", "f-u_c-k", "fuuuuck", "fuuck", "FuCk", "phuck it",
            "motherfucker",
            "sh1t", "s h 1 t", "sh!t", "$hit", "5h1t", "bullshit", "Bull Shit", "shiiiit", "a55", "@ss", "ass!",
            "A S S",
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
            "nniiggggeerr", "FfUuCcKk", "bbiittcchh", "cvnt", "niqqer", "f⭕⭕k shit", "\u{13DF}unt", "\u{ABAF}unt",
            "Pussy",
            "Great Pussy Tit",
            "rapists", "retards", "Bastardos", "trannies", "rappist", "retardd", "wankkers", "Sieg Heil", "SiegHeil",
            "Send Nudes",
            "Gas the Jews", "fuk you", "kys", "KYS noob", "niga", "Biatch",
            "n⁞gger", "n⋮gger", "n¦gger", "sh⋮t", "fukk", "niggr", "nggr", "hitlr", "fuq", "phuq", "fucc", "6itch",
            "13itch",
            "ßitch", "ni99er", "niqqa",
            "niggeer", "nniggerr", "Niggeers", "f u cc k", "f u cc king", "fuu cck", "ff uu c k", "c|u|n|7",
            "n|i|g|g|3|r",
            "n1g2g3e4r", "f1u2c3k", "s|h|1|7", "c_u|n~7", "FーUーCーK", "f々u々c々k", "fㆍuㆍcㆍk", "fǃuǃcǃk",
            "fˆuˆcˆk", "fᵃuᵃcᵃk", "fのuのcのk", "fI_lck", "sIut", "hitllerr", "This is shithead", "u shithead",
            "n●gger", "f●ck you", "F％CK", "f○ck", "sh●t", "c†nt", "f…ck", "f™ck", "f②ck", "n👩‍🚀gger", "f★★k",
            "fーck", "fのck", "boỻocks", "bo‖ocks", "buǁshit", "feǁatio", "blᵫwaffle",
        ])
    func isRefused(name: String) throws { #expect(try offends(name)) }

    @Test(
        "A name that merely contains the letters of an offensive word is accepted",
        arguments: [
            "Mika", "Brisk Otter", "Organ", "Dickens", "Dick Van Dyke", "Essex", "Sussex", "Middlesex", "Penistone",
            "Scunthorpe",
            "Scunthorpe United", "Lightwater", "Clitheroe", "Cockburn", "Hancock", "Peacock", "Babcock", "Hitchcock",
            "Shuttlecock",
            "Assange", "Cassandra", "Classic", "Bass", "Passenger", "Assassin", "Massachusetts", "Titan", "Titus",
            "Tit4n",
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
            "Butter", "Rebuttal", "Hello", "Shell", "Pass 1", "Level 55", "J. P. Morgan", "Chris Hit", "Sextant",
            "Sexton",
            "Arsenal",
            "Parse", "Coarse", "Horse", "Skyscraper", "Hoare", "Homer",
            "Basement", "Bassett", "Wasser", "Krass", "Grass", "Saturday Larks", "Mika’s room", "Åse", "Øystein", "Zoë",
            "Łukasz",
            "李雷", "Ольга", "مريم", "🎈🎈", "B", "!!!", "4 you", "Kite 7",
            "Shittu", "Rahman Shitta", "Ashit Roy", "Semen", "Semen Semenov", "Fuks", "Fux", "Raper", "Hussy", "Aaron",
            "Anna", "Otto", "Lloyd",
            "Harshit", "Akshita", "Rakshit", "Dikshit", "Lakshita", "Nishit", "Darshit", "Rishit", "Kshitij", "Kshitiz",
            "Ashitosh", "Shital Patel", "Shitanshu", "Shitole", "Shitrit", "Yoshitsugu", "Nishitsuji", "Königger",
            "Acunto",
            "Room 455", "Bench 2455", "Mika 69", "1980085",
            "Killian", "Lillian", "Homo Sapiens", "Blue Tit", "Great Tits", "BlueTit", "Tit Mouse", "Tit for Tat",
            "Pussy Cat", "Pussy Willow",
            "Cock Robin", "Game Cock", "Kinky Boots", "Sex Education", "Naked Gun", "Maine Coon", "Spic and Span",
            "Rio Negro",
            "Shi Ting", "Shota Imanaga", "xXx Mika xXx", "Chris Hit", "Ana L", "An Al", "The Pen Is Red", "1. FCK",
            "Anna <3", "Mika (8)",
            "(tom) hit", "[TAG] Mika", "***", "*Mika*", "Kit*Hit", "👩‍🚀 Ana", "می‌خواهم", "Push It", "Fu Manchu",
            "Pho King",
            "SushiTeam", "HiroshiT", "SatoshiTanaka", "Toshiteru", "Parikshit", "Phuc-Khang", "FC-Ukraine", "Glasshole",
            "Bonner",
            "Hiroshi Team", "Kyson", "Nigel", "Bichon", "Benny",
            "Nikshith", "Nikshitha", "Deekshith", "Deekshitha", "Mokshith", "Vikshit", "Rakshith", "Varshith",
            "Harshitha",
            "Prashith", "Sushith", "Tushit", "Rushith", "Kushith", "Vishith", "Dishitha", "Joshith", "Yoshitha",
            "Roshith",
            "Reshith", "Jashith", "Anshita", "Vanshit", "Tanshit", "Kshithij", "Kshiti", "Shitij", "Shitikantha",
            "Shithil",
            "Yoshitaka Oshitani", "Yoshi-Tanaka", "Yoshi Tanaka", "Bereshith", "Cushite", "Shiite", "Mac Shitric",
            "Shilton",
            "Whittier", "Whittler", "Niggle", "Kian", "KIAN", "Kian Lee",
            "Tunç", "Kızıltunç", "Tunç Kılıç", "Shi Ito", "Shii Ting", "Fu Cheng", "Fu Chunk", "Cun Ting", "Cu Nguyen",
            "Ni Ge Rui", "Hit Lerner", "Fa Got", "Kyoko 5.1", "Shi 55 Team", "S H Irving T",
        ])
    func isAccepted(name: String) throws { #expect(try !offends(name)) }

    @Test("Honest names of many languages and scripts are names")
    func honestNamesAreNone() throws {
        let words = try Self.words.get()
        let names = Self.honest.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        }
        #expect(names.count > 400)
        for name in names { #expect(!words.offend(in: name), "\(name)") }
    }

    private static let honest = """
        Bích, Ngọc Bích, Bich, Magna-cum, Magna cum laude, Summa cum laude, Coon, Coons, Fuqua, Team13, Anna 6, Kim 13,
        Nguyễn, Trần, Lê, Phạm, Hoàng, Huỳnh, Phan, Vũ, Võ, Đặng, Bùi, Đỗ, Hồ, Ngô, Dương, Lý, Phúc, Dũng, Hạnh, Thảo,
        Tuấn, Thị Hoa, Bảo, Cúc, Đức, Giang, Hải, Hiếu, Hùng, Khánh, Lan, Linh, Loan, Mai, Minh, Nga, Nhung, Oanh,
        Phương, Quân, Quỳnh, Sơn, Tâm, Thanh, Thủy, Trang, Trung, Tú, Vân, Việt, Xuân, Yến, Phước, Diễm, Thu Hà,
        محمد, أحمد, علي, حسن, حسين, فاطمة, عائشة, خديجة, مريم, زينب, عمر, خالد, يوسف, إبراهيم, سارة, ليلى, نور, هدى,
        अमित, सुनीता, राहुल, प्रिया, दीपक, पूजा, राजेश, अनीता, संजय, नेहा, विकास, कविता, मोहन, राधा, गीता, सीता, कृष्ण,
        রহিম, করিম, ফাতেমা, সুমি, রিনা, অমিত, শাহিন, নাসরিন, তাহমিনা, জাহিদ, সোহেল, মিতা, অনিক, পূজা, রাজু, শান্তা,
        สมชาย, สมศรี, มานี, วิชัย, นภา, ดาว, ทอง, แดง, อรุณ, กมล, ศิริ, พิมพ์, สุดา, ประยุทธ์, ชัย, มาลี, วันดี, น้ำฝน,
        さくら, はな, みお, 太郎, 花子, 美咲, 健太, ハナ, ミオ, ユウキ, アイリ, リカ, イチロー, ケン, ノア, キム, アレックス, メイ,
        민준, 서준, 서윤, 지우, 하은, 수아, 김철수, 이영희, 박지성, 최민수, 정은지, 강다니엘, 윤아, 유나, 태현, 현우, 지민,
        Γιώργος, Μαρία, Νίκος, Ελένη, Κώστας, Σοφία, Δημήτρης, Βασίλης, Λάμπρος, Λεωνίδας, Αλέξανδρος, Χρήστος, Ζωή,
        Иван, Ольга, Мария, Дмитрий, Наталья, Сергей, Анна, Юлия, Фёдор, Пётр, Людмила, Екатерина, Василий, Щукин, Эдуард,
        ნინო, გიორგი, ლუკა, მარიამი, დათო, თამარი, ვახტანგ, შოთა, ქეთევან, ზურაბ, ეკა, ლევან, ანა, სალომე, ბექა, ირაკლი,
        Արամ, Անի, Հայկ, Նարեկ, Լիլիթ, Դավիթ, Գոռ, Սոնա, Տիգրան, Մարիամ, Աննա, Վահե, Շուշան, Գայանե, Ռուբեն, Արմեն,
        Çağla, Şükrü, Göksu, Işık, İbrahim, Ayşe, Oğuz, Ümit, Hüseyin, Sıla, Gülşen, Çetin, Kübra, Fikret, Fatih, Özgür,
        Łukasz, Małgorzata, Grzegorz, Agnieszka, Paweł, Świętosław, Żaneta, Jędrzej, Zbigniew, Katarzyna, Ścibor, Bożena,
        Björn, Åse, Søren, Jürgen, Käthe, Groß, Strauß, Weiß, Voß, Großmann, Jörg, Günther, Anneliese, Wolfgang, Uwe,
        François, Hélène, Benoît, Chloé, Maëlle, Étienne, Zoé, Jacques, Aurélie, Thérèse, Loïc, Anaïs, José, Peña, Nuño,
        Begoña, Íñigo, João, Conceição, Inês, Gonçalo, Niccolò, Fucci, Giulia, Chiara, Luca, Matteo, Silvia, Olivia,
        Nneka, Nnamdi, Chidi, Ngozi, Oluwaseun, Kwame, Akua, Thabo, Sipho, Zanele, Mwangi, Wanjiku, Abebe, Tigist,
        王伟, 李娜, 张敏, 刘洋, 陈晨, 杨洁, 黄磊, 周杰伦, 吴京, 林志玲, 何炅, דוד, שרה, משה, יעל, נועה, תמר, אורי,
        Wei Ling, Xiuying, Nguyet, Siobhán, Caoimhe, Aoife, Niamh, Llewelyn, Gwenllian, Angharad, Vivian, Calvin, Ivan,
        AC/DC, Rock & Roll, Tom & Jerry, Team ●●●, ★ Star ★, 5°C Club, Café…, Ada ♪, ♫ DJ Kit ♫, 100%, R2-D2, C++ Club,
        C# Club, C♯ Major, D♭, Bach ♭, ½ Pint, № 1 Fan, N°5, Nº 5, Level ②, ①②③, I ♥ NYC, M*A*S*H, 3×3, ∞ Loop, Mika™,
        ACME®, © Tom, Wait… what?!, Hello‼, What⁇, †Vlad†, Team △, 50 ¢, €uro Kim, H₂O, CO₂ Kid, E=mc², m² Club,
        1º Lugar, Maria 2ª, ¡Hola!, ¿Qué?, Fut☆Bol, S☀NNY, F1 🏎️ Fan, 🐱Kit, Can🐸Tom, Sh🎈ana, ❤️ Ana, 🇨🇦 Can,
        (╯°□°), Henry Ⅷ, Mika·Lipo, Col·lell, Paral·lel, 東京・大阪, サッカー部, 한국★팀, प्रिया ॥, Coq ● Vin, Sh★ne,
        Llŷr, Gwenỻian, ʻIolani, Hawaiʻi, Þór, Sigríður, Ægir, Œuvre, Kœnig, Ĳsbrand, Tłı̨chǫ, Nǃxau, ǃKung, Gǁana,
        ǁKaras, ǂKhomani, Kʷətʔa, Snʕáymn, Ŋwɔ, Ƒofo, Ɛdu, Ɔsei, Ẹniọlá, Ångström, Dvořák, Ʒiʒ, Wałęsa
        """

    /// Names that load and crash tests give players and rooms, and names of people who count.
    @Test("Names with numbers are not refused, in whatever digits", arguments: ["Kyt", "Racer"])
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

    @Test("A name with a number is not offensive for it")
    func numbers() throws {
        let words = try Self.words.get()
        for number in 0..<600 {
            for name in ["Racer \(number * 35)", "Table of Racer \(number), 5", "(\(number)) Mika"] {
                #expect(!words.offend(in: name), "\(name)")
            }
        }
    }

    @Test("No name that the server draws is offensive")
    func drawnNames() throws {
        let server = try TestServer()
        var names: Set<String> = []
        for _ in 0..<200 {
            names.insert(try server.ask("POST", "/api/v1/session").json["player"]?["name"]?.text ?? "")
        }
        #expect(names.count > 100)
        for name in names + [SessionHub.deletedName] { #expect(try !offends(name), "\(name)") }
    }

    @Test("Few answers of the game are refused as names")
    func answers() throws {
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

    @Test("The server refuses an offensive name for a player and for a room", arguments: TestServer.shardCounts)
    func refusedByTheServer(shards: Int) throws {
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

    @Test("A bad list of names stops the start with its file and line")
    func badList() throws {
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
