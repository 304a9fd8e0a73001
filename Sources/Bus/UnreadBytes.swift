/// Counts the bytes that a server was sent and is not known to have read, up to which publishers send themselves.
///
/// A server that answers a question has read all that was sent before it. So the bytes that a question covers are fixed
/// when it begins, at a moment at which all counted bytes have been sent. Bytes that are sent meanwhile stay counted.
struct UnreadBytes {
    /// Most bytes beside which publishers send themselves; 0 for none.
    let most: Int
    private(set) var count = 0
    /// The bytes that the question under way is about; nil for none.
    private var asked: Int?

    init(most: Int) { self.most = most }

    /// Counts bytes that a publisher is to send itself, if they fit. Answers whether they do.
    mutating func take(_ bytes: Int) -> Bool {
        guard count + bytes <= most else { return false }
        count += bytes
        return true
    }

    /// Counts bytes that the queue sends, which may wait for the server.
    mutating func add(_ bytes: Int) { count += bytes }

    /// Begins a question if that is worth it: more than half of the bound is used, and none is under way. Answers
    /// whether one is to be asked now. All that is counted must have been sent.
    mutating func ask() -> Bool {
        guard most > 0, asked == nil, count > most / 2 else { return false }
        asked = count
        return true
    }

    /// Ends the question under way. `isRead`: the server has answered it.
    mutating func answered(_ isRead: Bool) {
        if isRead { count -= asked ?? 0 }
        asked = nil
    }
}
