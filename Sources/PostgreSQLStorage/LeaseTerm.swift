import Synchronization

/// The time up to which a lease is surely held, by the holder's own clock: it may say things until then.
///
/// Three quarters of the lease, counted from the instant at which a renewal was *sent*. The database counts from when
/// the renewal arrived. A commit that finds more than that left renews nothing.
final class LeaseTerm: Sendable {
    private let end = Atomic<Int>(.min)
    private let milliseconds: Int

    /// `lease`: the ms for which the database counts it as held.
    init(lease: Int) { milliseconds = lease / 4 * 3 }

    /// Notes that the server has committed a renewal that was sent at an instant.
    func renewed(at sent: Int) { end.max(sent + milliseconds, ordering: .releasing) }

    /// Notes that the lease was given back, or is another server's.
    func ended() { end.store(.min, ordering: .releasing) }

    /// Whether it is held at an instant.
    func holds(at now: Int) -> Bool { now <= end.load(ordering: .acquiring) }
}
