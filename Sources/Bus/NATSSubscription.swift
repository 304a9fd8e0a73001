import CNATS
import Dispatch
import Synchronization

/// A subscription of a ``NATSBus``. The library holds it from its begin to its last call.
///
/// A call of the library may wait while it connects to a server, so all calls are made on the bus's queue.
final class NATSSubscription: BusSubscription {
    private enum State {
        case new
        case open(Handle)
        case ended
    }

    /// Unchecked because the library's own lock guards a subscription, and its pointer never changes.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let receive: @Sendable ([UInt8]) -> Void
    private let queue: DispatchQueue
    /// Called once, on any thread, when the library holds it no more.
    private let isGone: @Sendable (NATSSubscription) -> Void
    /// Whether it is to hear nothing more.
    private let isDeaf = Atomic(false)
    private let state = Mutex(State.new)
    /// Work in the library that has to end before its last call has returned.
    private let calls = DispatchGroup()

    init(
        on queue: DispatchQueue, isGone: @escaping @Sendable (NATSSubscription) -> Void,
        _ receive: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.queue = queue
        self.isGone = isGone
        self.receive = receive
    }

    /// Subscribes. Answers the library's status; success if it was ended before.
    func begin(_ connection: OpaquePointer, _ subject: Subject, _ limit: Int) -> Int32 {
        let status = state.withLock { state -> Int32 in
            guard case .new = state else { return Int32(NATS_STATUS_OK.rawValue) }
            var pointer: OpaquePointer?
            calls.enter()
            let retained = Unmanaged.passRetained(self)
            let status = nats_subscribe(
                &pointer, connection, subject.description, Int32(clamping: limit),
                { _, _, message, closure in NATSSubscription.at(closure).received(message) },
                { closure in NATSSubscription.complete(closure) }, retained.toOpaque())
            guard let pointer else {
                retained.release()
                calls.leave()
                state = .ended
                return status
            }
            state = .open(Handle(pointer: pointer))
            return status
        }
        if status != NATS_STATUS_OK.rawValue { isGone(self) }
        return status
    }

    func end() {
        guard !isDeaf.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [self] in finish() }
    }

    /// Has the library let it go. May wait for the library.
    func finish() {
        isDeaf.store(true, ordering: .releasing)
        let before = state.withLock { state in
            defer { state = .ended }
            return state
        }
        switch before {
        case .new: isGone(self)
        case .open(let handle):
            nats_unsubscribe(handle.pointer)
            nats_subscription_destroy(handle.pointer)
        case .ended: break
        }
    }

    /// Waits for its last call. To be called once it has been finished.
    func wait() { calls.wait() }

    private static func at(_ closure: UnsafeMutableRawPointer?) -> NATSSubscription {
        guard let closure else { preconditionFailure("a handler without its closure") }
        return Unmanaged<NATSSubscription>.fromOpaque(closure).takeUnretainedValue()
    }

    private static func complete(_ closure: UnsafeMutableRawPointer?) {
        let subscription = at(closure)
        subscription.isGone(subscription)
        subscription.calls.leave()
        Unmanaged.passUnretained(subscription).release()
    }

    private func received(_ message: OpaquePointer?) {
        guard let message else { return }
        defer { nats_message_destroy(message) }
        guard !isDeaf.load(ordering: .acquiring) else { return }
        let count = Int(nats_message_count(message))
        let bytes = UnsafeRawBufferPointer(start: nats_message_bytes(message), count: count)
        receive(Array(bytes))
    }
}
