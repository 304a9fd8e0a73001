/// Bounds of what mail from another node may hold. They are far above what a server sends, so only a faulty node meets
/// them.
enum MailLimits {
    /// Bytes of a message of a client.
    static let clientMessage = 1 << 20
    /// Bytes of a message to clients.
    static let serverMessage = 16 << 20
    /// Bytes of the body of a request.
    static let requestBody = 1 << 20
    /// Bytes of the target of a request.
    static let target = 64 << 10
    /// Bytes of the name or the value of a field line, and how many lines there are.
    static let field = 64 << 10
    static let fields = 1_000
    /// Bytes of the body of an answer. An export is the longest.
    static let answerBody = 80 << 20
    /// Bytes of what is text for people, or the name of something.
    static let text = 4_096
    /// Bytes of the reason in a Close frame (RFC 6455 section 5.5).
    static let closeReason = 123
    /// Bytes of a mailed message of all, with room for what is around its longest part.
    static let message = 96 << 20
    /// Event loops of a node.
    static let shards = 64
}
