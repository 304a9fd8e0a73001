import Dispatch
import GameRules
import Rooms
import Sessions
import Synchronization
import Telemetry

/// Delivers events to the addresses that the operator names, on a thread of its own: nobody who plays waits for a
/// receiver. What is to be delivered is on the disk first, and stays there until it has arrived, so that it arrives at
/// least once, also after a kill.
final class HookSender: HookPort {
    /// The parts that tests have their own of.
    struct Tools: Sendable {
        let transport: any HookTransport
        /// ms since 1970-01-01 UTC.
        let now: @Sendable () -> Int
        /// From 0 to below 1.
        let random: @Sendable () -> Double
    }

    let rooms: [RoomCode]
    private let addresses: [String]
    private let format: HookFormat
    private let server: String
    private let spool: HookSpool
    private let signature: HookSignature
    private let tools: Tools
    private let logger: Logger
    private let queue = DispatchQueue(label: "tilerace.webhooks", qos: .utility)
    private let isStopped = Atomic(false)
    private let state: Mutex<State>

    private struct State {
        var told: Day?
        /// The spool as it was at the last look, and when the next delivery is due by that.
        var seen: FileMark?
        var due = 0
    }

    /// Throws where what was told before cannot be read.
    init(
        _ settings: HookSettings, key: [UInt8], _ format: HookFormat, server: String, _ spool: HookSpool,
        _ tools: Tools, _ logger: Logger
    ) throws(ConfigurationFault) {
        rooms = settings.rooms
        addresses = settings.addresses
        self.format = format
        self.server = server
        self.spool = spool
        self.tools = tools
        self.logger = logger
        signature = HookSignature(secret: key)
        let text = try spool.told()
        if let text, Day(text) == nil {
            throw ConfigurationFault("webhooks/told: “\(text)” is no day; remove the file")
        }
        state = Mutex(State(told: text.flatMap { Day($0) }))
    }

    var told: Day? { state.withLock { $0.told } }

    func take(_ events: [HookEvent], through day: Day) {
        state.withLock { $0.told = day }
        queue.async { [self] in
            do throws(ConfigurationFault) {
                for event in events { try keep(event) }
                // Last: whoever dies before this tells again.
                try spool.keep(told: day.text)
            } catch {
                logger.error("webhook_not_kept", ["text": .text("\(error)")])
            }
        }
    }

    private func keep(_ event: HookEvent) throws(ConfigurationFault) {
        let body = String(decoding: format.body(of: event, server: server), as: UTF8.self)
        for address in addresses {
            try spool.add(
                HookDelivery(id: event.id, event: event.name, address: address, body: body, made: event.time))
        }
    }

    // MARK: The clock

    /// Looks every so many ms whether a delivery is due, until it is stopped.
    func start(every milliseconds: Int) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
            guard let self, !isStopped.load(ordering: .acquiring) else { return }
            look()
            start(every: milliseconds)
        }
    }

    /// Begins no further try. Waits a moment for what is being kept; a try that is under way is made again.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + .seconds(1))
    }

    /// Waits until all that was taken is kept. For tests.
    func settle() { queue.sync {} }

    /// Tries what is due, the oldest first. Blocks until that is done.
    func look() {
        let now = tools.now()
        let mark = spool.mark
        guard state.withLock({ $0.seen != mark || $0.due <= now }) else { return }
        for delivery in spool.waiting() where delivery.next <= now {
            if isStopped.load(ordering: .acquiring) { return }
            attempt(delivery)
        }
        let due = spool.waiting().map(\.next).min() ?? .max
        state.withLock { ($0.seen, $0.due) = (spool.mark, due) }
    }

    private func attempt(_ delivery: HookDelivery) {
        do throws(ConfigurationFault) {
            var delivery = delivery
            guard addresses.contains(delivery.address) else {
                delivery.reason = "the setting webhook has the address no more"
                return try spool.bury(delivery)
            }
            let body = Array(delivery.body.utf8)
            delivery.tries += 1
            let answer = tools.transport.post(
                body, to: delivery.address, fields: fields(of: delivery, body))
            switch HookVerdict(answer) {
            case .delivered: spool.remove(delivery)
            case .later(let reason):
                delivery.reason = reason
                delivery.next = tools.now() + HookBounds.pause(after: delivery.tries, random: tools.random())
                note(delivery, isDead: delivery.tries >= HookBounds.tries)
                if delivery.tries >= HookBounds.tries { try spool.bury(delivery) } else { try spool.update(delivery) }
            case .never(let reason):
                delivery.reason = reason
                note(delivery, isDead: true)
                try spool.bury(delivery)
            }
        } catch {
            logger.error("webhook_not_kept", ["text": .text("\(error)")])
        }
    }

    private func fields(of delivery: HookDelivery, _ body: [UInt8]) -> [String] {
        [
            "Content-Type: application/json", "User-Agent: Tilerace/\(Release.version)",
            "Idempotency-Key: \(delivery.id)", "Tilerace-Event: \(delivery.event)",
            "Tilerace-Signature: \(signature.text(of: body, now: tools.now()))",
        ]
    }

    /// The log has no address: some have a secret in them.
    private func note(_ delivery: HookDelivery, isDead: Bool) {
        logger.warning(
            isDead ? "webhook_dead" : "webhook_failed",
            ["delivery": .text(delivery.name), "tries": .number(delivery.tries), "text": .text(delivery.reason)])
    }
}
