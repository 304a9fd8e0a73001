import Dispatch
import GameRules
import Rooms
import Sessions
import StoredRows
import Synchronization
import Telemetry

/// Delivers events to the addresses that the operator names, on a thread of its own: nobody who plays waits for a
/// receiver. A delivery is on the disk first, and stays there until it has arrived. So it arrives at least once, also
/// after a kill.
final class HookSender: HookPort {
    /// The parts that tests have their own of.
    struct Tools: Sendable {
        let transport: any HookTransport
        /// ms since 1970-01-01 UTC.
        let now: @Sendable () -> Int
        /// A number of chance from 0 to below 1.
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
    private let metrics: ServerMetrics?
    private let queue = DispatchQueue(label: "tilerace.webhooks", qos: .utility)
    private let isStopped = Atomic(false)
    private let state: Mutex<State>

    private struct State {
        var told: Day?
        /// Events that were taken, and are not on the disk yet.
        var held: Held?
        /// ms since 1970-01-01 UTC before which it is not tried again to put that there.
        var heldUntil = 0
        /// The spool as it was at the last look, and when the next delivery is due by that.
        var seen: FileMark?
        var due = 0
        /// Deliveries of which the disk did not take what became of a try, each with the time before which there is
        /// none again.
        var resting: [String: Int] = [:]
    }

    private struct Held: Equatable {
        var events: [HookEvent] = []
        var day: Day
    }

    /// Throws where what was told before cannot be read.
    init(
        _ settings: HookSettings, key: [UInt8], _ format: HookFormat, server: String, _ spool: HookSpool,
        _ tools: Tools, _ logger: Logger, _ metrics: ServerMetrics? = nil
    ) throws(ConfigurationFault) {
        rooms = settings.rooms
        addresses = settings.addresses
        self.format = format
        self.server = server
        self.spool = spool
        self.tools = tools
        self.logger = logger
        self.metrics = metrics
        signature = HookSignature(secret: key)
        let text = try spool.told()
        if let text, Day(text) == nil {
            throw ConfigurationFault("webhooks/told: “\(text)” is no day; remove the file")
        }
        state = Mutex(State(told: text.flatMap { Day($0) }))
    }

    var told: Day? { state.withLock { $0.told } }

    func take(_ events: [HookEvent], through day: Day) {
        state.withLock { state in
            // Events of earlier days that are not on the disk yet stay.
            let earlier = (state.held?.events ?? []).filter { held in !events.contains { $0.id == held.id } }
            state.held = Held(
                events: Array((earlier + events).suffix(HookBounds.held)), day: max(state.held?.day ?? day, day))
            state.heldUntil = 0
        }
        queue.async { [self] in keepHeld() }
    }

    /// Puts on the disk what was taken. A day is told once that is done, and not before: whoever dies, or has a disk
    /// that fails, tells again.
    private func keepHeld() {
        let now = tools.now()
        guard let held = state.withLock({ $0.heldUntil <= now ? $0.held : nil }) else { return }
        do throws(ConfigurationFault) {
            for event in held.events {
                try keep(event)
                state.withLock { _ = $0.held?.events.removeAll { $0.id == event.id } }
            }
            try spool.keep(told: held.day.text)
            state.withLock { state in
                state.told = held.day
                // More may have been taken meanwhile.
                if state.held == Held(day: held.day) { state.held = nil }
            }
        } catch {
            state.withLock { $0.heldUntil = now + HookBounds.again }
            logger.error("webhook_not_kept", ["text": .text("\(error)")])
        }
    }

    private func keep(_ event: HookEvent) throws(ConfigurationFault) {
        let body = String(decoding: format.body(of: event, server: server), as: UTF8.self)
        for address in addresses {
            let delivery = HookDelivery(
                id: event.id, event: event.name, address: address, body: body, made: event.time)
            if let dead = try spool.add(delivery) { note(dead, isDead: true) }
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
        let done = WakeSignal()
        queue.async { done.signal() }
        done.wait(milliseconds: 1_000)
    }

    /// Waits until all that was taken is kept, or could not be. For tests.
    func settle() { queue.sync {} }

    /// Events that were taken and are not on the disk yet.
    var heldCount: Int { state.withLock { $0.held?.events.count ?? 0 } }

    /// Tries what is due, the oldest of each address first. Blocks until that is done.
    ///
    /// The addresses take turns. One that does not answer gets nothing more in this look, so it keeps the others
    /// waiting for the time of one try.
    func look() {
        keepHeld()
        let now = tools.now()
        let mark = spool.mark
        let (isDue, resting) = state.withLock { ($0.seen != mark || $0.due <= now, $0.resting) }
        guard isDue else { return }
        do throws(ConfigurationFault) {
            try tryAll { $0.next <= now && resting[$0.name] ?? 0 <= now }
            guard !isStopped.load(ordering: .acquiring) else { return }
            try noteSpool()
        } catch {
            state.withLock { ($0.seen, $0.due) = (mark, now + HookBounds.again) }
            logger.error("webhooks_not_read", ["text": .text("\(error)")])
        }
    }

    /// Tries the deliveries that are due, until it is stopped. Throws if they cannot be listed.
    private func tryAll(_ isDue: (HookDelivery) -> Bool) throws(ConfigurationFault) {
        var silent: Set<String> = []
        for delivery in HookSender.inTurns(try spool.waiting().filter(isDue)) where !silent.contains(delivery.address) {
            if isStopped.load(ordering: .acquiring) { return }
            if !attempt(delivery) { silent.insert(delivery.address) }
            keepHeld()
        }
    }

    /// The deliveries in such an order that no address has two before another has had one.
    private static func inTurns(_ deliveries: [HookDelivery]) -> [HookDelivery] {
        var turns: [String: Int] = [:]
        let placed = deliveries.enumerated().map { place, delivery in
            let turn = turns[delivery.address, default: 0]
            turns[delivery.address] = turn + 1
            return (turn: turn, place: place, delivery: delivery)
        }
        return placed.sorted { ($0.turn, $0.place) < ($1.turn, $1.place) }.map(\.delivery)
    }

    /// Remembers when there is to be another look. Throws if the folders cannot be listed.
    private func noteSpool() throws(ConfigurationFault) {
        // Before the list: what comes while that is read leaves another mark.
        let mark = spool.mark
        let waiting = try spool.waiting()
        let names = Set(waiting.map(\.name))
        // Once a minute in any case: the clock of a file system is coarse, and what comes in one instant has one mark.
        let latest = tools.now() + HookBounds.again
        state.withLock { state in
            state.resting = state.resting.filter { names.contains($0.key) }
            let times = waiting.map { max($0.next, state.resting[$0.name] ?? 0) }
            (state.seen, state.due) = (mark, min(latest, times.min() ?? latest))
        }
        metrics?.webhooksWaiting.set(waiting.count)
        metrics?.webhooksDead.set(try spool.deadCount)
    }

    /// Tries a delivery. Returns whether its receiver is there: false if no answer came, or none for good.
    private func attempt(_ delivery: HookDelivery) -> Bool {
        var isThere = true
        do throws(ConfigurationFault) {
            var delivery = delivery
            guard addresses.contains(delivery.address) else {
                delivery.reason = "the setting webhook has the address no more"
                note(delivery, isDead: true)
                try spool.bury(delivery)
                return true
            }
            let body = Array(delivery.body.utf8)
            delivery.tries += 1
            let answer = tools.transport.post(
                body, to: delivery.address, fields: signature.fields(of: delivery, body, now: tools.now()))
            switch HookVerdict(answer) {
            case .delivered:
                metrics?.webhooks["delivered"].add()
                try spool.remove(delivery)
            case .later(let reason):
                isThere = false
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
            // Else it would be tried at each look.
            let until = tools.now() + HookBounds.again
            state.withLock { $0.resting[delivery.name] = until }
            logger.error("webhook_not_kept", ["text": .text("\(error)")])
        }
        return isThere
    }

    /// The log has no address: some have a secret in them.
    private func note(_ delivery: HookDelivery, isDead: Bool) {
        metrics?.webhooks[isDead ? "dead" : "failed"].add()
        logger.warning(
            isDead ? "webhook_dead" : "webhook_failed",
            ["delivery": .text(delivery.name), "tries": .number(delivery.tries), "text": .text(delivery.reason)])
    }
}
