/// Deadlines in a hashed wheel: setting, cancelling and firing cost O(1). Coarse: a timer fires in the first tick that
/// begins at or after its deadline, never before it. A value without a clock: times are ms of whatever clock the caller
/// keeps.
struct TimerWheel<Item> {
    /// Names a timer until it has fired or is cancelled. Never names another one after that.
    struct Token: Hashable {
        /// Names no timer.
        static var none: Token { Token(index: -1, generation: 0) }

        fileprivate let index: Int32
        fileprivate let generation: UInt32
    }

    private struct Node {
        var item: Item?
        var tick: Int64
        var next: Int32
        var previous: Int32
        /// The slot in whose list it is; ``expired`` for the list of those that are due.
        var slot: Int32
        var generation: UInt32
    }

    private static var nobody: Int32 { -1 }

    /// ms.
    private let tickLength: Int64
    private let mask: Int64
    private var nodes: [Node] = []
    private var free: Int32 = -1
    /// The first node of each slot's list, and at the end that of those due.
    private var heads: [Int32]
    /// One bit a slot: whether its list is not empty.
    private var occupied: [UInt64]
    /// The tick that was last looked at.
    private var tick: Int64
    /// Timers set and not yet fired or cancelled.
    private(set) var count = 0
    #if DEBUG
        /// Timers looked at to see whether they are due, for the test that this is O(1) for each.
        private(set) var lookCount = 0
    #endif

    private var expired: Int32 { Int32(heads.count - 1) }

    /// An empty wheel at the time `now`. `slots` is a power of two, 64 at least.
    init(now: Int64, tickLength: Int64 = 10, slots: Int = 4_096) {
        precondition(slots >= 64 && slots & (slots - 1) == 0 && tickLength > 0)
        self.tickLength = tickLength
        mask = Int64(slots - 1)
        heads = Array(repeating: -1, count: slots + 1)
        occupied = Array(repeating: 0, count: slots / 64)
        tick = now / tickLength
    }

    /// Sets a timer. A deadline that is past is due at the next ``nextDue(now:)``.
    mutating func schedule(_ item: Item, at deadline: Int64) -> Token {
        let due = max((deadline + tickLength - 1) / tickLength, tick + 1)
        let index: Int32
        if free == TimerWheel.nobody {
            index = Int32(nodes.count)
            nodes.append(Node(item: item, tick: due, next: -1, previous: -1, slot: 0, generation: 0))
        } else {
            index = free
            free = nodes[Int(index)].next
            nodes[Int(index)].item = item
            nodes[Int(index)].tick = due
        }
        link(index, Int32(due & mask))
        count += 1
        return Token(index: index, generation: nodes[Int(index)].generation)
    }

    /// Takes a timer back. False if it has fired, or was cancelled before.
    @discardableResult
    mutating func cancel(_ token: Token) -> Bool {
        guard token.index >= 0, nodes[Int(token.index)].generation == token.generation else { return false }
        unlink(token.index)
        release(token.index)
        return true
    }

    /// The item of a timer that is due, which is then gone. Nil when there is none (any more).
    mutating func nextDue(now: Int64) -> Item? {
        if heads[Int(expired)] == TimerWheel.nobody { collect(until: now / tickLength) }
        let index = heads[Int(expired)]
        guard index != TimerWheel.nobody else { return nil }
        let item = nodes[Int(index)].item
        unlink(index)
        release(index)
        return item
    }

    /// When to look again: no timer is due before. It may be early, by whole turns of the wheel. Nil if no timer is
    /// set.
    var wakeUp: Int64? {
        if count == 0 { return nil }
        if heads[Int(expired)] != TimerWheel.nobody { return tick * tickLength }
        return (tick + distanceToOccupied) * tickLength
    }

    /// Ticks from the current one to the next whose slot is not empty. There must be one.
    private var distanceToOccupied: Int64 {
        let start = Int((tick + 1) & mask)
        let words = occupied.count
        for step in 0...words {
            let word = (start / 64 + step) % words
            var bits = occupied[word]
            if step == 0 { bits &= UInt64.max << UInt64(start % 64) }
            if step == words { bits &= ~(UInt64.max << UInt64(start % 64)) }
            guard bits != 0 else { continue }
            let slot = Int64(word * 64 + bits.trailingZeroBitCount)
            return (slot - Int64(start)) & mask + 1
        }
        preconditionFailure("timers are set, but no slot has one")
    }

    /// Moves the timers of all ticks up to `last` to the list of those due.
    private mutating func collect(until last: Int64) {
        guard last > tick else { return }
        guard count > 0 else {
            tick = last
            return
        }
        // After a long pause one turn of the wheel sees every slot.
        let first = max(tick + 1, last - mask)
        var current = first
        tick = last
        while current <= last {
            let slot = Int(current & mask)
            if occupied[slot / 64] & 1 << UInt64(slot % 64) != 0 { collect(slot: Int32(slot), until: last) }
            current += 1
        }
    }

    private mutating func collect(slot: Int32, until last: Int64) {
        var index = heads[Int(slot)]
        while index != TimerWheel.nobody {
            let next = nodes[Int(index)].next
            #if DEBUG
                lookCount += 1
            #endif
            if nodes[Int(index)].tick <= last {
                unlink(index)
                link(index, expired)
            }
            index = next
        }
    }

    private mutating func link(_ index: Int32, _ slot: Int32) {
        let head = heads[Int(slot)]
        nodes[Int(index)].slot = slot
        nodes[Int(index)].previous = TimerWheel.nobody
        nodes[Int(index)].next = head
        if head != TimerWheel.nobody { nodes[Int(head)].previous = index }
        heads[Int(slot)] = index
        if slot != expired { occupied[Int(slot) / 64] |= 1 << UInt64(slot % 64) }
    }

    private mutating func unlink(_ index: Int32) {
        let (slot, next, previous) = (nodes[Int(index)].slot, nodes[Int(index)].next, nodes[Int(index)].previous)
        if next != TimerWheel.nobody { nodes[Int(next)].previous = previous }
        if previous == TimerWheel.nobody {
            heads[Int(slot)] = next
            if next == TimerWheel.nobody && slot != expired { occupied[Int(slot) / 64] &= ~(1 << UInt64(slot % 64)) }
        } else {
            nodes[Int(previous)].next = next
        }
    }

    private mutating func release(_ index: Int32) {
        nodes[Int(index)].item = nil
        nodes[Int(index)].generation &+= 1
        nodes[Int(index)].next = free
        free = index
        count -= 1
    }
}
