import GameRules
import Puzzles
import Sessions

/// A sample delivery to each address of the settings, for the host who has just set a webhook. It is made, signed and
/// sent by the code of real ones.
///
/// It reads the settings and the key of signatures alone. It keeps nothing in the spool, and tells a server that runs
/// nothing.
package struct HookTrial: Sendable {
    private let settings: HookSettings
    private let format: HookFormat
    private let server: String
    private let puzzle: PuzzleID
    private let signature: HookSignature
    private let transport: any HookTransport
    private let now: @Sendable () -> Int

    /// The outcome at one receiver.
    package struct Outcome: Hashable, Sendable {
        package let isTaken: Bool
        /// A sentence for the host. It has no more of the address than its host, as the rest may be a secret.
        package let sentence: String
    }

    /// Reads what a start would read. Makes the key of signatures if there is none. `now` is in ms since 1970-01-01
    /// UTC.
    package init(
        _ configuration: ServerConfiguration, in folder: DataFolder, now: @escaping @Sendable () -> Int
    ) throws(ConfigurationFault) {
        try self.init(configuration, in: folder, now: now, transport: nil)
    }

    /// `transport`: nil for libcurl.
    init(
        _ configuration: ServerConfiguration, in folder: DataFolder, now: @escaping @Sendable () -> Int,
        transport: (any HookTransport)?
    ) throws(ConfigurationFault) {
        guard let settings = try HookSettings(configuration, FileTrust(commandOn: configuration)) else {
            throw ConfigurationFault("webhook: no address is set, so there is nothing to test")
        }
        let obstacles = ServerUser(of: configuration)?.obstacles(toHooksOf: configuration) ?? []
        if let first = obstacles.first(where: \.isCertain) {
            // The server could not send what root sends here.
            throw ConfigurationFault("webhook: \(first.sentence)")
        }
        var calendar = try ConfigurationFault.wrapping("zone") { () throws(CalendarError) in
            try ServerCalendar(zone: configuration.zone)
        }
        if let transport {
            self.transport = transport
        } else {
            self.transport = try CurlTransport(settings)
        }
        let yesterday = Day(number: calendar.span(at: now()).day.number - 1)
        puzzle = PuzzleID(line: configuration.lines.first { $0.kind.hasRows } ?? .standard, day: yesterday)
        signature = HookSignature(secret: try settings.key(in: folder))
        self.settings = settings
        format = configuration.webhookFormat
        server = configuration.name
        self.now = now
    }

    /// Sends the sample to one address after the other, and blocks until the last has answered or will not.
    package func run() -> [Outcome] {
        let event = sample()
        let body = format.body(of: event, server: server)
        let text = String(decoding: body, as: UTF8.self)
        return settings.addresses.map { address in
            let delivery = HookDelivery(
                id: event.id, event: event.name, address: address, body: text, made: event.time)
            let answer = transport.post(
                body, to: address, fields: signature.fields(of: delivery, body, now: now()))
            return outcome(at: HookSettings.shown(address), answer)
        }
    }

    /// The event that is sent: the day of a room is over, of which nobody was a member. Each has a key of its own, so
    /// that a receiver that knows the last takes the next as well.
    private func sample() -> HookEvent {
        let places = 0..<puzzle.line.length
        let guess = Verdict.marks(Pattern(places.map { Mark.allCases[$0 % Mark.allCases.count] }))
        let win = Verdict.marks(Pattern(places.map { _ in Mark.correct }))
        return HookEvent(
            id: randomBytes(16).hexadecimal, time: now(), room: "Test room", puzzle: puzzle,
            kind: .dayOver([
                HookEvent.Racer(name: "Racer 1", moves: [guess, win], score: .solved(turns: 2, elapsed: 62_000)),
                HookEvent.Racer(name: "Racer 2", moves: [guess], score: nil),
            ]),
            isTest: true)
    }

    private func outcome(at place: String, _ answer: HookAnswer) -> Outcome {
        switch HookVerdict(answer) {
        case .delivered:
            Outcome(isTaken: true, sentence: "\(place) answered \(answer.text): it took the test.")
        case .later(let reason):
            Outcome(
                isTaken: false,
                sentence: "\(place) did not take the test: \(reason). \(advice(on: answer)) "
                    + "A server tries such a delivery \(HookBounds.tries) times.")
        case .never(let reason):
            Outcome(
                isTaken: false,
                sentence: "\(place) did not take the test: \(reason). \(advice(on: answer)) "
                    + "At a server such a delivery is a dead letter at once.")
        }
    }

    /// The sentence that says where to look for the fault.
    private func advice(on answer: HookAnswer) -> String {
        switch answer {
        case .failed(_, let obstacle): advice(on: obstacle)
        case .status(300..<400): "Set webhook to the address to which it leads."
        case .status(400), .status(415), .status(422):
            "Look at webhook-format, which is \(format.rawValue): is it the one that this receiver takes?"
        case .status(401), .status(403): "Look at the address: its secret part is not one that the receiver knows."
        case .status(404), .status(405), .status(410):
            "Look at the address: there is no webhook at its path, or none any more."
        case .status(429): "It has too much to take: wait, and test again."
        case .status(500..<600): "Look at the receiver's own log, and at the proxy before it."
        case .status: "Look at the receiver's own log."
        }
    }

    private func advice(on obstacle: HookObstacle) -> String {
        switch obstacle {
        case .name: "Look at the name in the address, and at the DNS server of this machine."
        case .connection: "Look whether the receiver runs, at the port of the address, and at firewalls."
        case .time:
            "Look at firewalls on the way, and at the receiver's own log: it has \(HookBounds.patience / 1_000) s to answer."
        case .certificate:
            "Look at the receiver's certificate: its names, its dates and who signed it. This machine needs the package "
                + "ca-certificates, or webhook-authorities the authority that signed it."
        case .handshake: "Look at the port of the address: what answers there speaks no TLS."
        case .other: "Look at the address, and at the receiver's own log."
        }
    }
}
