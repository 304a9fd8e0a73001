/// A hashed timer wheel: inserting costs O(1), and so does each tick for each item that is due. Time is counted in ticks
/// that the caller defines and passes in.
package struct TimerWheel<Item> {
    private var slots: [[(tick: Int, item: Item)]]
    /// The last tick that was taken.
    private var current: Int
    /// Items that wait.
    package private(set) var count = 0

    /// An empty wheel at a tick. Items further away than `slotCount` ticks go round more than once.
    package init(slotCount: Int = 512, now: Int) {
        precondition(slotCount > 0 && now >= 0)
        slots = Array(repeating: [], count: slotCount)
        current = now
    }

    /// Adds an item that is due at `tick`; at the next tick if that has passed.
    package mutating func insert(_ item: Item, at tick: Int) {
        let tick = max(tick, current + 1)
        slots[tick % slots.count].append((tick, item))
        count += 1
    }

    /// Takes what is due up to `tick`, tick by tick.
    package mutating func advance(to tick: Int) -> [Item] {
        guard tick > current else { return [] }
        var due: [(tick: Int, item: Item)] = []
        // After a long pause each slot is looked at once, not once a tick.
        let steps = min(tick - current, slots.count)
        for step in 1...steps {
            let slot = (current + step) % slots.count
            guard !slots[slot].isEmpty else { continue }
            due += slots[slot].filter { $0.tick <= tick }
            slots[slot].removeAll { $0.tick <= tick }
        }
        current = tick
        count -= due.count
        return due.sorted { $0.tick < $1.tick }.map(\.item)
    }
}
