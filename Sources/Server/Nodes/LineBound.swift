/// Bounds the lines of a log that others can cause as often as they like: so many within a minute. Times in ms.
struct LineBound {
    /// The fate of a line.
    enum Verdict: Hashable {
        case write
        /// The line is written, and that no more of this minute are.
        case writeLast
        case drop
    }

    private let most: Int
    private var begin: Int?
    private var count = 0

    static let minute = 60_000

    init(most: Int) { self.most = most }

    /// Decides on the next line.
    mutating func admit(at now: Int) -> Verdict {
        if begin.map({ now - $0 >= LineBound.minute }) ?? true { (begin, count) = (now, 0) }
        count = min(count + 1, most + 1)
        return count < most ? .write : count == most ? .writeLast : .drop
    }
}
