import GameRules
import Messages
import TestKit

/// Somebody with a few tabs, who does whatever comes to mind.
final class SimulatedPlayer {
    let id: PlayerID
    let number: Int
    private unowned let simulation: Simulation
    private(set) var pages: [SimulatedPage] = []
    /// Rooms as the pages last knew them: what a page that comes back resumes from.
    var remembered: [String: RoomMirror] = [:]

    init(_ id: PlayerID, _ number: Int, in simulation: Simulation) {
        self.id = id
        self.number = number
        self.simulation = simulation
    }

    func heard(_ json: [UInt8], on connection: SimulatedConnection) {
        guard let page = pages.first(where: { $0.connection === connection }) else { return }
        guard let message = try? JSONTree(parsing: json) else { return simulation.violated("that is no JSON") }
        page.heard(message)
    }

    /// Opens a tab.
    func connect() {
        let connection = SimulatedConnection(simulation.nextConnection(), of: self, in: simulation)
        connection.session = simulation.server.accept(connection, of: id)
        let page = SimulatedPage(connection, of: self, in: simulation)
        pages.append(page)
        page.ask(.hello(protocol: ProtocolVersion.current, token: nil))
    }

    /// Loses a tab; the server notices later.
    func drop(_ page: SimulatedPage) {
        page.connection.drop()
        pages.removeAll { $0 === page }
        simulation.lost(page.connection)
    }

    /// All tabs are closed.
    func leaveAll() {
        for page in pages { drop(page) }
    }

    /// The server has closed a tab.
    func lose(_ connection: SimulatedConnection) {
        connection.lose()
        pages.removeAll { $0.connection === connection }
    }

    /// The server is gone.
    func loseAll() {
        for page in pages { page.connection.lose() }
        pages = []
    }

    /// Does something.
    func act() {
        guard let page = pages.randomElement(using: &simulation.random) else { return connect() }
        guard page.isGreeted else { return }
        if simulation.isRuled, simulation.pick(2) == 0 { return rule(page) }
        if let word = simulation.probe(by: self) { return probe(page, word) }
        if simulation.isSprinting, simulation.pick(3) > 0 { return sprint(page) }
        switch simulation.pick(34) {
        case 28..<32: page.lay()
        case 32: page.solve()
        case 33: page.openAnother()
        case 27: page.look()
        case 26: page.shout()
        case 24, 25: page.actInRoom()
        case 0 where pages.count < 3: connect()
        case 1: drop(page)
        case 2: page.ask(.rename(name: "Player \(number)\(["", " B", " C"][simulation.pick(3)])"))
        case 3..<6: page.open()
        case 6..<15: page.guess()
        case 15: page.ask(.createRoom(name: nil, line: simulation.anyLine()), unless: simulation.codes.count >= 4)
        case 16..<21: enter(page)
        case 21: page.leave()
        case 22: page.ask(.ping)
        default: page.ask(.hardMode(puzzle: simulation.today, hard: .off))
        }
    }

    /// Does what tells words if anything does, and guesses nothing that is a word.
    private func probe(_ page: SimulatedPage, _ word: String) {
        let room = page.seats.keys.sorted().first
        switch simulation.pick(26) {
        case 24: page.solve()
        // Where worlds are compared, somebody is to be told no tiles.
        case 25: if simulation.opensTrays { page.lay() } else { page.solve() }
        case 0..<3: for word in [word, simulation.probe(by: self) ?? word] { page.ask(.rename(name: "We \(word)")) }
        case 3:
            page.ask(
                .createRoom(name: "\(word) \(word)", line: simulation.anyLine()), unless: simulation.codes.count >= 4)
        case 4..<7:
            guard let room else { return enter(page) }
            page.ask(.inRoom(room: room, .name(simulation.joined(word, self))))
        case 7: if let room { page.ask(.inRoom(room: room, .pseudonym(simulation.pick(2) == 0))) }
        case 8: page.open()
        case 9: page.leave()
        case 10: page.ask(.lobby(on: simulation.pick(2) == 0))
        case 11, 12: page.look()
        case 13: simulation.pick(2) == 0 ? drop(page) : connect()
        case 14: page.guessNoWord()
        case 15..<18: if let room = page.roomToRule { page.ask(.inRoom(room: room, page.power(in: room))) }
        case 18: if let room { page.ask(.inRoom(room: room, simulation.pick(2) == 0 ? .ready(true) : .react(.wave))) }
        case 19: page.ask(.hardMode(puzzle: simulation.today, hard: simulation.pick(2) == 0 ? .hard : .off))
        case 20: page.ask(.ping)
        case 21: if simulation.opensTrays { page.openAnother() }
        default: enter(page)
        }
    }

    private func sprint(_ page: SimulatedPage) {
        if simulation.pick(30) == 0 { return page.shout() }
        if simulation.pick(simulation.isCompared ? 12 : 40) == 0 { return page.lay() }
        if simulation.pick(simulation.isCompared ? 12 : 40) == 0 { return page.solve() }
        if !page.seats.isEmpty { return page.actInRoom() }
        guard let code = simulation.codes.last else {
            return page.ask(
                .createRoom(name: nil, line: simulation.anyLine()), unless: page.awaitsAnswers || number > 1)
        }
        page.enter(code, asPlayer: true, resuming: simulation.pick(3) > 0)
    }

    /// Is in the room in which all are. A host does to it whatever a host can.
    private func rule(_ page: SimulatedPage) {
        if let code = page.seats.keys.sorted().first(where: page.isHost) {
            let request = simulation.pick(3) == 0 ? page.goOn(code) : page.power(in: code)
            return page.ask(.inRoom(room: code, request))
        }
        if !page.seats.isEmpty { return simulation.isProbing(self) ? page.guessNoWord() : page.actInRoom() }
        if let code = simulation.openCodes.last { return page.enter(code, asPlayer: true, resuming: false) }
        let isFounder = simulation.isProbing(self) == simulation.isRuledByProbe
        page.ask(.createRoom(name: nil, line: simulation.anyLine()), unless: page.awaitsAnswers || !isFounder)
    }

    private func enter(_ page: SimulatedPage) {
        guard let code = simulation.codes.randomElement(using: &simulation.random) else { return }
        page.enter(code, asPlayer: simulation.pick(3) > 0, resuming: simulation.pick(3) > 0)
    }
}
