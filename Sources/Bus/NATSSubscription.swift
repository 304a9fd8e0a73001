import CNATS
import Dispatch
import Synchronization

/// A subscription of a ``NATSBus``. The library holds it from its begin to its last call.
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
    private let state = Mutex(State.new)
    /// Work in the library that has to end before its last call has returned.
    private let calls = DispatchGroup()

    init(_ receive: @escaping @Sendable ([UInt8]) -> Void) { self.receive = receive }

    /// Subscribes. Answers the library's status; success if it was ended before.
    func begin(_ connection: OpaquePointer, _ subject: Subject, _ limit: Int) -> Int32 {
        state.withLock { state in
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
                return status
            }
            state = .open(Handle(pointer: pointer))
            return status
        }
    }

    func end() {
        let handle: Handle? = state.withLock { state in
            defer { state = .ended }
            guard case .open(let handle) = state else { return nil }
            return handle
        }
        guard let handle else { return }
        nats_unsubscribe(handle.pointer)
        nats_subscription_destroy(handle.pointer)
    }

    /// Waits for its last call. To be called once it has ended.
    func wait() { calls.wait() }

    private static func at(_ closure: UnsafeMutableRawPointer?) -> NATSSubscription {
        guard let closure else { preconditionFailure("a handler without its closure") }
        return Unmanaged<NATSSubscription>.fromOpaque(closure).takeUnretainedValue()
    }

    private static func complete(_ closure: UnsafeMutableRawPointer?) {
        let subscription = at(closure)
        subscription.calls.leave()
        Unmanaged.passUnretained(subscription).release()
    }

    private func received(_ message: OpaquePointer?) {
        guard let message else { return }
        defer { nats_message_destroy(message) }
        let count = Int(nats_message_count(message))
        let bytes = UnsafeRawBufferPointer(start: nats_message_bytes(message), count: count)
        receive(Array(bytes))
    }
}
