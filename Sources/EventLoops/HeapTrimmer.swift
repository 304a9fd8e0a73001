import Dispatch
import Synchronization

/// Has the heap give back what lies free between what is used. Output that waited for thousands of connections leaves
/// holes when they go, which the C library keeps for itself: without this the process grows by them from storm to
/// storm.
final class HeapTrimmer: Sendable {
    private let queue = DispatchQueue(label: "tilerace.heap", qos: .utility)
    private let isSet = Atomic<Bool>(false)
    /// ns from a call to the work.
    private let pause: Atomic<Int>
    private let shortestPause: Int
    private let trim: @Sendable () -> Void

    /// Trims `milliseconds` after the first call at the soonest, for all calls that come meanwhile; and seldom enough
    /// to take a twentieth of the time at most.
    init(pause milliseconds: Int = 1_000, trim: @escaping @Sendable () -> Void = HeapArenas.trim) {
        shortestPause = milliseconds * 1_000_000
        pause = Atomic(shortestPause)
        self.trim = trim
    }

    /// Much was freed.
    func call() {
        guard !isSet.exchange(true, ordering: .relaxed) else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(pause.load(ordering: .relaxed))) { self.work() }
    }

    private func work() {
        isSet.store(false, ordering: .relaxed)
        let begun = DispatchTime.now().uptimeNanoseconds
        trim()
        let took = Int(clamping: DispatchTime.now().uptimeNanoseconds - begun)
        pause.store(max(shortestPause, 20 * took), ordering: .relaxed)
    }
}
