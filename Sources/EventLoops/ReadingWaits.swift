/// Work that waits until a loop has read what its sockets have.
struct ReadingWaits {
    /// The work, with the looks at the sockets that it waits for.
    private var waiting: [(looks: Int, work: () -> Void)] = []

    /// The number of pieces that wait.
    var count: Int { waiting.count }

    /// Has work wait for so many looks: events that one look does not find are at the head of the next.
    mutating func add(looks: Int, _ work: @escaping () -> Void) { waiting.append((looks, work)) }

    /// The sockets were looked at. Takes out what need not wait any longer, of the first `asked`: the others came after
    /// the look. `all`: it left nothing of what the sockets had.
    mutating func looked(findingAll all: Bool, _ asked: Int) -> [() -> Void] {
        for index in 0..<asked { waiting[index].looks = all ? 0 : waiting[index].looks - 1 }
        let due = waiting[..<asked].prefix { $0.looks <= 0 }
        waiting.removeFirst(due.count)
        return due.map(\.work)
    }
}
