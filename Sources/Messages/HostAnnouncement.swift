/// A text of those who run the server, for all who are connected.
public struct HostAnnouncement: Hashable, Sendable {
    /// The text, which a page shows as it is.
    public var text: String
    /// The time at which it was made, ms since 1970-01-01 UTC. A later one has another time.
    public var time: Int

    /// A text with the time at which it was made.
    public init(text: String, time: Int) {
        self.text = text
        self.time = time
    }

    func write(to json: inout JSONWriter) {
        json.field("text", text)
        json.field("time", time)
    }

    init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(text: try fields.string("text"), time: try fields.integer("time"))
    }
}
