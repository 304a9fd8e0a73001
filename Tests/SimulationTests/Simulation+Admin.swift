import GameRules
import Messages
import TestKit

@testable import Sessions
@testable import Storage

// The operator of the server, who does one thing after the other.
extension Simulation {
    /// The operator asks for something, unless an answer is still to come.
    func operate() {
        guard !isOperating else { return }
        let code = codes.randomElement(using: &random)
        let player = players[pick(players.count)]
        let request: AdminRequest
        let word = words.probes.isEmpty ? nil : words.probes[pick(words.probes.count)]
        switch (pick(word == nil ? 9 : 11), code) {
        case (9, _): request = .players(named: word ?? "")
        case (10, _): request = .rooms(named: word ?? "")
        case (6, _): request = pick(3) == 0 ? .withdraw : .announce("1\(pick(9)):00 🎉")
        case (7, _): request = ban(player)
        case (8, let code?) where !isCompared && pick(4) == 0: request = .closeRoom(code: code)
        case (8, _): request = [.acts(before: nil), .bans, .refusedWords, .announcement][pick(4)]
        case (5, _): request = chooseWord(knownTo: player.id)
        case (0, let code?): request = .unlistRoom(code: code)
        case (1, let code?): request = .listRoom(code: code)
        case (2, let code?): request = .resetRoomName(code: code)
        case (3, _): request = pick(2) == 0 ? .players(named: "player") : .rooms(named: "room")
        default: request = .resetName(player.id)
        }
        isOperating = true
        if case .unban(let id) = request {
            banned.remove(id)
            lettingIn = id
        }
        server.hub.administration.administer(request, by: .command) { [self] result in
            isOperating = false
            lettingIn = nil
            guard case .success(let answer) = result else { return }
            record(answer)
            counts.acts += 1
            check(answer, to: request)
        }
    }

    func isBannedOnDisk(_ player: PlayerID) -> Bool { storage.stored.players[player]?.bannedAt != nil }

    /// A ban, or the end of one. Where worlds are compared, all are to come as far as they can.
    private func ban(_ player: SimulatedPlayer) -> AdminRequest {
        if let other = players.first(where: { banned.contains($0.id) }), pick(3) > 0 { return .unban(other.id) }
        return isCompared || banned.count > 1 ? .unban(player.id) : .ban(player.id)
    }

    /// An act of an owner on words of coming days. These words are never among those that the invariants search
    /// messages for.
    private func chooseWord(knownTo player: PlayerID) -> AdminRequest {
        guard let today = server.hub.today?.puzzle.day else { return .hostWords }
        let puzzle = PuzzleID(line: .standard, day: today.advanced(by: 1 + pick(3)))
        switch pick(4) {
        case 0: return .hostWords
        case 1: return .clearWord(puzzle)
        case 2 where pick(2) == 0:
            let word = ["banjo", "fjord", "vivid"][pick(3)]
            return [.leaveOut(word: word), .bringBack(word: word), .leftOut][pick(3)]
        default:
            let text = ["banjo", "fjord", "vivid"][pick(3)]
            return .setWord(AdminRequest.HostWord(puzzle: puzzle, text: text, knownTo: pick(2) == 0 ? player : nil))
        }
    }

    /// Checks that the answer to the operator is on the disk.
    private func check(_ answer: AdminAnswer, to request: AdminRequest) {
        switch answer {
        case .nameReset(let reset):
            guard let stored = storage.stored.players[reset.id] else { return violated("nobody was renamed") }
            if stored.nameResetUntil != reset.keptUntil || !GuestName.isDrawn(stored.name) {
                violated("the operator was told of a reset that is not on disk: \(reset)")
            }
        case .room(let room, _):
            guard let stored = storage.stored.rooms.values.first(where: { $0.record.id.number == room.number }),
                let barred = invariants.state(of: stored.record.code.text)?.door.isBarred
            else { return violated("the operator was told of a room that is not on disk: \(room)") }
            switch request {
            case .unlistRoom where !barred, .listRoom where barred:
                violated("the operator was told of an act that is not on disk: \(room)")
            default: break
            }
        case .word(let word, let puzzle, _):
            let stored = storage.stored.pinned[puzzle]
            if word == nil ? stored?.isHosts == true : stored?.isHosts != true || stored?.knownTo != word?.knownTo {
                violated("the operator was told of a word that is not on disk: \(puzzle.text)")
            }
        case .ban(let ban, let isChanged):
            if (storage.stored.players[ban.id]?.bannedAt != nil) != (ban.since != nil) {
                violated("the operator was told of a ban that is not on disk: \(ban)")
            }
            if ban.since != nil { banned.insert(ban.id) }
            if isChanged { checkAct(request) }
        case .closed(let room):
            let log = storage.stored.rooms.values.first { $0.record.id.number == room.number }?.log
            if log?.contains(where: { $0.event == .closed }) != true {
                violated("the operator was told of a room that is not closed on disk: \(room)")
            }
            checkAct(request)
        case .announcement(let announcement):
            if storage.stored.announcement?.text != announcement?.text {
                violated("the operator was told of an announcement that is not on disk")
            }
            if request != .announcement { checkAct(request) }
        case .leftOut(let words, _, let isChanged):
            if words.map(\.word) != storage.stored.wordsLeftOut.map(\.word) {
                violated("the operator was told of words left out that are not on disk")
            }
            if isChanged == true { checkAct(request) }
        case .acts(let acts, _):
            if acts.first?.number ?? 0 > storage.stored.acts.last?.number ?? 0 { violated("an act is not on disk") }
        case .players, .rooms, .hostWords, .refusedWords, .link, .sessions, .ended: break
        }
    }

    /// Checks that the act is the last of the audit log, as the operator does one thing after the other.
    private func checkAct(_ request: AdminRequest) {
        let last = storage.stored.acts.last?.act
        if last?.verb != request.verb || last?.actor != "command" { violated("not in the audit log: \(request)") }
    }

    /// Checks the acts of the operator at any time. A player who was given a name has a drawn one until the time is
    /// over, and no barred room is listed.
    func checkOperator() {
        let stored = storage.stored
        for player in stored.players.values {
            guard let until = player.nameResetUntil, until > now, !stored.deleted.contains(player.id) else { continue }
            if !GuestName.isDrawn(player.name) { violated("\(player.name) is called so in spite of the operator") }
        }
        for code in codes {
            guard let door = invariants.state(of: code)?.door, door.isBarred, door.isListed else { continue }
            violated("\(code) is in the lobby in spite of the operator")
        }
    }
}
