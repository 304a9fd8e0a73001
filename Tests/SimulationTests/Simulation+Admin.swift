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
        switch (pick(word == nil ? 6 : 8), code) {
        case (6, _): request = .players(named: word ?? "")
        case (7, _): request = .rooms(named: word ?? "")
        case (5, _): request = chooseWord(knownTo: player.id)
        case (0, let code?): request = .unlistRoom(code: code)
        case (1, let code?): request = .listRoom(code: code)
        case (2, let code?): request = .resetRoomName(code: code)
        case (3, _): request = pick(2) == 0 ? .players(named: "player") : .rooms(named: "room")
        default: request = .resetName(player.id)
        }
        isOperating = true
        server.hub.administration.administer(request) { [self] result in
            isOperating = false
            guard case .success(let answer) = result else { return }
            record(answer)
            counts.acts += 1
            check(answer, to: request)
        }
    }

    /// Something about the words of coming days, which are never those that are looked for in what is told.
    private func chooseWord(knownTo player: PlayerID) -> AdminRequest {
        guard let today = server.hub.today?.puzzle.day else { return .hostWords }
        let puzzle = PuzzleID(line: .standard, day: today.advanced(by: 1 + pick(3)))
        switch pick(4) {
        case 0: return .hostWords
        case 1: return .clearWord(puzzle)
        default:
            let text = ["banjo", "fjord", "vivid"][pick(3)]
            return .setWord(AdminRequest.HostWord(puzzle: puzzle, text: text, knownTo: pick(2) == 0 ? player : nil))
        }
    }

    /// What the operator was answered is on the disk.
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
        case .players, .rooms, .hostWords: break
        }
    }

    /// What holds at any time: who was given a name has a drawn one until the time is over, and no barred room is
    /// listed.
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
