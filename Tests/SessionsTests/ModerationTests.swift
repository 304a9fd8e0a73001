import Foundation
import GameRules
import Messages
import Storage
import Testing

@testable import Sessions
@testable import Storage

/// Acts of operators on players, rooms and lists, and the audit log of these acts.
@Suite struct ModerationTests {
    private func ask(
        _ request: AdminRequest, by actor: AdminActor = .command, _ world: HubWorld
    ) throws -> [String: Any] {
        let reply = Mutable<Result<AdminAnswer, AdminRefusal>?>(nil)
        world.hub.administration.administer(request, by: actor) {
            #expect(reply.value == nil, "answered once")
            reply.value = $0
        }
        world.run()
        let json =
            switch try #require(reply.value) {
            case .success(let answer): answer.encoded
            case .failure(let refusal): refusal.encoded
            }
        return try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    private func account(_ client: TestClient, _ world: HubWorld) throws -> Account? {
        let reply = Mutable<Result<Account?, StorageError>?>(nil)
        world.hub.accounts.account(provedBy: SessionClaim(player: client.player, sessions: 0)) { reply.value = $0 }
        world.run()
        return try #require(reply.value).get()
    }

    // MARK: Bans

    @Test("A ban closes every connection of the player with 4502, and hello is refused with banned from then on")
    func bannedPlayersAreOut() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let code = player.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        let other = try world.guest(name: "Mika")
        _ = other.ask(.join(room: code, resume: nil))
        let tab = world.connect(player.player)
        let answer = try ask(.ban(player.player), world)
        #expect(answer["changed"] as? Bool == true)
        #expect(answer.object("ban")["since"] as? Int == HubWorld.morning)
        #expect(player.closeCode == 4502 && tab.closeCode == 4502 && other.closeCode == nil)
        #expect(try account(player, world)?.isBanned == true)
        for world in [world, try world.restarted()] {
            let late = TestClient(world, player.player)
            let reply = late.ask(.hello(protocol: 1, token: nil))
            #expect(reply.code == "banned" && late.closeCode == 4502)
            #expect(try account(player, world)?.isBanned == true)
            let found = try ask(.bans, world).list("players")
            #expect(found.map { $0["id"] as? String } == [player.player.text])
            #expect(found.first?["banned"] as? Int == HubWorld.morning)
        }
        world.advance(ms: 5_000)
        let again = try ask(.ban(player.player), world)
        #expect(again["changed"] as? Bool == false)
        #expect(again.object("ban")["since"] as? Int == HubWorld.morning, "the ban that stands")
        #expect(try ask(.unban(player.player), world)["changed"] as? Bool == true)
        #expect(try ask(.unban(player.player), world)["changed"] as? Bool == false)
        #expect(try ask(.bans, world).list("players").isEmpty)
        let back = world.connect(player.player)
        #expect(back.ask(.join(room: code, resume: nil)).type == "joined", "the seat is there still")
    }

    @Test("A ban that fails to commit is refused, and the player stays")
    func banNotDurable() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        world.storage.failNextCommit(.unavailable("full"))
        #expect(try ask(.ban(player.player), world)["error"] as? String == "unavailable")
        #expect(player.closeCode == nil && player.ask(.rename(name: "Noor")).type == "renamed")
        #expect(try ask(.acts(before: nil), world).list("acts").isEmpty)
    }

    @Test("Nobody is put out before the ban is durable, and a hello under way meanwhile is refused after it")
    func banUnderWay() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let answers = Mutable<[String]>([])
        world.hub.administration.administer(.ban(player.player), by: .command) { _ in answers.value.append("banned") }
        world.runHub()
        #expect(player.closeCode == nil && answers.value.isEmpty)
        let late = TestClient(world, player.player)
        let hello = late.post(.hello(protocol: 1, token: nil))
        world.run()
        #expect(player.closeCode == 4502 && late.closeCode == 4502 && late.reply(to: hello)?.type != "welcome")
        // One after the other, however they come.
        for request in [AdminRequest.unban(player.player), .ban(player.player), .unban(player.player)] {
            world.hub.administration.administer(request, by: .command) { _ in }
        }
        world.run()
        #expect(world.storage.stored.players[player.player]?.bannedAt == nil)
        #expect(try account(player, world)?.isBanned == false)
        #expect(world.storage.failures.isEmpty)
    }

    @Test("A code for another device does not let a banned player in")
    func bannedLinkCodes() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let code = try #require(world.hub.accounts.makeLinkCode(for: player.player)?.code)
        _ = try ask(.ban(player.player), world)
        let reply = Mutable<Account??>(nil)
        world.hub.accounts.redeemLinkCode(code) { reply.value = try? $0.get() }
        world.run()
        #expect(reply.value == .some(nil))
    }

    // MARK: Rooms

    @Test("A room that is closed by its server's host tells its members, and gives up its code and seats")
    func closing() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        let watcher = try world.guest(name: "Crane")
        _ = watcher.ask(.watch(room: code, resume: nil))
        #expect(try ask(.closeRoom(code: code), world).object("closed")["room"] as? String == code)
        for client in [host, watcher] {
            #expect(client.pushes("left").map { $0["reason"] as? String } == ["closed"])
        }
        #expect(host.ask(.join(room: code, resume: nil)).code == "no_such_room")
        #expect(try ask(.closeRoom(code: code), world)["error"] as? String == "no_such_room")
        let back = try world.restarted().connect(host.player)
        #expect(back.messages.first?.list("rooms").isEmpty == true)
    }

    // MARK: Announcements

    @Test("An announcement is pushed to all, told at hello, and withdrawn")
    func announcements() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let before = player.messages.count
        #expect(try ask(.announcement, world).list("announcements").isEmpty)
        _ = try ask(.announce("Cups at “six” 🎉"), world)
        let pushed = player.messages[before...].first?.object("announcement")
        #expect(pushed?["text"] as? String == "Cups at “six” 🎉" && pushed?["time"] as? Int == HubWorld.morning)
        _ = try ask(.announce("Later"), world)
        for world in [world, try world.restarted()] {
            let told = world.connect(player.player).messages.first?.object("announcement")
            #expect(told?["text"] as? String == "Later")
            #expect(told?["time"] as? Int == HubWorld.morning + 1, "no two have one time")
        }
        _ = try ask(.withdraw, world)
        #expect(player.pushes("announcement").last?["announcement"] == nil)
        #expect(world.connect(player.player).messages.first?["announcement"] == nil)
    }

    @Test("An announcement is one line of at most 280 characters that can be seen")
    func announcementBounds() throws {
        let world = try HubWorld()
        for text in [
            String(repeating: "x", count: 281), " ", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{0}b", "a\u{E000}",
            "a\u{2028}b", "\u{3164}", "\u{2800} \u{2800}", "\u{200D}", "\u{FE0F}",
            String(repeating: "e" + String(repeating: "\u{301}", count: 9), count: 200),
        ] {
            #expect(try ask(.announce(text), world)["error"] as? String == "bad_text")
        }
        #expect(try ask(.acts(before: nil), world).list("acts").isEmpty)
        #expect(try ask(.announce(String(repeating: "é", count: 280)), world)["error"] == nil)
        let most = String(repeating: "🎉", count: 225)
        #expect(most.utf8.count == AnnouncementDesk.bytes)
        #expect(try ask(.announce(most), world)["error"] == nil)
        let more = String(repeating: "🎉", count: 224) + "ééx"
        #expect(more.utf8.count == AnnouncementDesk.bytes + 1 && more.count < 280)
        #expect(try ask(.announce(more), world)["error"] as? String == "bad_text")
    }

    // MARK: Searches

    @Test("Sessions of the page search one at a time, and the machine does not wait for them")
    func searches() throws {
        let world = try HubWorld()
        _ = try world.guest(name: "Crane")
        let answers = Mutable<[String]>([])
        func search(_ request: AdminRequest, _ actor: AdminActor) {
            world.hub.administration.administer(request, by: actor) { result in
                switch result {
                case .success: answers.value.append(actor.text)
                case .failure(let refusal): answers.value.append(refusal.code.rawValue)
                }
            }
        }
        search(.players(named: "Crane"), .session(.moderator, number: 1))
        for request in [AdminRequest.rooms(named: "x"), .bans, .refusedWords, .players(named: "x")] {
            search(request, .session(.owner, number: 2))
        }
        #expect(answers.value == ["busy", "busy", "busy", "busy"])
        search(.announcement, .session(.owner, number: 2))
        search(.players(named: "Crane"), .command)
        world.run()
        #expect(Set(answers.value.suffix(3)) == ["moderator 1", "owner 2", "command"])
        search(.bans, .session(.owner, number: 2))
        world.run()
        #expect(answers.value.last == "owner 2", "the way is free again")
    }

    // MARK: The audit log

    @Test("Every act is in the audit log with who did it, and no search is")
    func audit() throws {
        let world = try HubWorld()
        let player = try world.guest(name: "Crane")
        let code = player.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        let id = player.player
        let (owner, moderator) = (AdminActor.session(.owner, number: 2), AdminActor.session(.moderator, number: 3))
        world.tick()
        let day = PuzzleID(line: .standard, day: world.today.day.advanced(by: 3))
        let acts: [(AdminRequest, AdminActor)] = [
            (.resetName(id), .command), (.ban(id), moderator), (.unban(id), owner),
            (.unlistRoom(code: code), moderator),
            (.setWord(AdminRequest.HostWord(puzzle: day, text: "banjo")), owner), (.hostWords, owner),
            (.clearWord(day), owner), (.announce("banjo"), moderator), (.withdraw, moderator),
            (.closeRoom(code: code), moderator), (.link(.moderator), .command), (.endSessions(nil), owner),
        ]
        for (request, actor) in acts {
            for read in [AdminRequest.players(named: "Crane"), .rooms(named: "Kites"), .bans, .refusedWords] {
                _ = try ask(read, world)
            }
            #expect(try ask(request, by: actor, world)["error"] == nil, "\(request.verb)")
        }
        let log = try ask(.acts(before: nil), world).list("acts")
        #expect(log.map { $0["verb"] as? String } == acts.reversed().map { $0.0.verb })
        #expect(log.map { $0["actor"] as? String } == acts.reversed().map { $0.1.text })
        #expect(log.last?["subject"] as? String == id.text && log.first?["subject"] as? String == "all")
        for secret in ["banjo", "Crane", "Kites"] { #expect(!"\(log) \(world.reports)".contains(secret)) }
        let first = try #require(log.first?["number"] as? Int)
        #expect(try ask(.acts(before: first - 1), world).list("acts").count == acts.count - 2)
    }

    @Test("A moderator is refused what owners may, and no session makes links")
    func roles() throws {
        let world = try HubWorld()
        let moderator = AdminActor.session(.moderator, number: 1)
        for request in [AdminRequest.hostWords, .acts(before: nil), .sessions, .endSessions(nil), .link(.moderator)] {
            #expect(try ask(request, by: moderator, world)["error"] as? String == "not_allowed")
        }
        #expect(
            try ask(.link(.owner), by: .session(.owner, number: 2), world)["error"] as? String == "not_allowed")
        #expect(try ask(.acts(before: nil), world).list("acts").isEmpty)
    }

    // MARK: Words that no list has

    @Test("Refused words are counted without a name, and told two days later if tried twice")
    func refusedWords() throws {
        let world = try HubWorld()
        world.tick()
        let (one, two) = (try world.guest(name: "Crane"), try world.guest(name: "Mika"))
        for client in [one, two] {
            _ = client.open()
            #expect(client.guess("zzzzz", row: 0).code == "not_in_word_list")
        }
        #expect(one.guess("qqqqq", row: 0).code == "not_in_word_list")
        world.advance(ms: RefusedWords.interval)
        world.tick()
        let day = world.today.day
        let key = RefusedWord.Key(line: .standard, word: Word((0..<5).map { _ in Letter(25) }))
        #expect(world.storage.stored.refused[day]?[key] == 2)
        func told(_ world: HubWorld) throws -> [String] {
            try ask(.refusedWords, world).list("refused").compactMap { $0["word"] as? String }
        }
        #expect(try told(world).isEmpty, "whoever knows four letters tries the fifth")
        let again = try world.restarted()
        again.tick()
        let back = again.connect(one.player)
        _ = back.open()
        _ = back.guess("zzzzz", row: 0)
        again.advance(ms: RefusedWords.interval)
        again.tick()
        #expect(again.storage.stored.refused[day]?[key] == 3, "what was counted before counts")
        again.nextDay()
        again.tick()
        #expect(try told(again).isEmpty)
        again.nextDay()
        again.tick()
        let words = try ask(.refusedWords, again).list("refused")
        #expect(words.map { $0["word"] as? String } == ["zzzzz"] && words.first?["count"] as? Int == 3)
        #expect(words.first?["line"] as? String == "guess-en-5")
    }

    @Test("A player adds at most 20 refused words in a day, and a practice game adds none")
    func refusedWordBounds() throws {
        let world = try HubWorld()
        world.tick()
        let client = try world.guest(name: "Crane")
        let practice = client.ask(.practice(line: .standard, hard: .off, seconds: nil, isNew: true))
        let puzzle = try #require((practice["puzzle"] as? String).flatMap { PuzzleID($0) })
        #expect(client.ask(.guess(puzzle: puzzle, row: 0, word: "zzzzz")).code == "not_in_word_list")
        _ = client.open()
        let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
        for letter in letters {
            world.advance(ms: 1_000)
            #expect(client.guess("zzzz\(letter)", row: 0).code == "not_in_word_list")
        }
        world.advance(ms: RefusedWords.interval)
        world.tick()
        #expect(world.storage.stored.refused[world.today.day]?.count == RefusedWords.triesPerDay)
    }

    /// The word with this number, of letters that no list has in this order.
    private func word(_ number: Int) -> Word {
        Word([25, 25, number / 676, number / 26 % 26, number % 26].map { Letter(UInt8($0)) })
    }

    @Test("The words and the players that are counted in a day are bounded, and what is counted goes on counting")
    func refusedWordsInADay() throws {
        let world = try HubWorld()
        world.tick()
        let refused = world.hub.refused
        for number in 0...RefusedWord.mostInADay {
            refused.note(word(number), of: .standard, by: PlayerID(high: 1, low: UInt64(number / 10)))
        }
        // Those above have tried ten each; the last one is of a player whose only word was one too many.
        let players = RefusedWord.mostInADay / 10
        for number in players..<(RefusedWords.mostPlayers + 5) {
            refused.note(word(0), of: .standard, by: PlayerID(high: 1, low: UInt64(number)))
        }
        world.advance(ms: RefusedWords.interval)
        world.tick()
        let counts = try #require(world.storage.stored.refused[world.today.day])
        #expect(counts.count == RefusedWord.mostInADay)
        #expect(counts[RefusedWord.Key(line: .standard, word: word(RefusedWord.mostInADay))] == nil)
        let first = RefusedWord.Key(line: .standard, word: word(0))
        #expect(counts[first] == 1 + RefusedWords.mostPlayers - players)
        world.nextDay()
        world.tick()
        world.nextDay()
        world.tick()
        #expect(try ask(.refusedWords, world).list("refused").count == 1, "the others were tried once")
    }

    @Test("An answer has at most 200 refused words, those that were tried most")
    func refusedWordsTold() throws {
        let world = try HubWorld()
        world.tick()
        for number in 0..<(RefusedWords.mostTold + 5) {
            for player in 0..<(number == RefusedWords.mostTold + 4 ? 3 : 2) {
                let id = PlayerID(high: UInt64(player), low: UInt64(number))
                world.hub.refused.note(word(number), of: .standard, by: id)
            }
        }
        world.advance(ms: RefusedWords.interval)
        world.tick()
        for _ in 0..<2 {
            world.nextDay()
            world.tick()
        }
        let told = try ask(.refusedWords, world).list("refused")
        #expect(told.count == RefusedWords.mostTold && told.first?["count"] as? Int == 3)
    }

    @Test("Counts of refused words that were not stored are stored later")
    func refusedWordsFailing() throws {
        let world = try HubWorld()
        world.tick()
        let client = try world.guest(name: "Crane")
        _ = client.open()
        _ = client.guess("zzzzz", row: 0)
        world.storage.failNextCommit(.unavailable("full"))
        world.advance(ms: RefusedWords.interval)
        world.tick()
        #expect(world.storage.stored.refused.isEmpty)
        world.advance(ms: RefusedWords.interval)
        world.tick()
        #expect(world.storage.stored.refused[world.today.day]?.count == 1)
    }
}
