/// One reader of strangers' bytes, and the properties that must hold for any bytes.
///
/// The same targets are run by libFuzzer (`./test fuzz`) and, over the committed inputs, by the Swift tests. The raw
/// value is the name in `./test fuzz` and of the folder of inputs.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case httpRequest = "http-request"
    case httpResponse = "http-response"
    case httpFields = "http-fields"
    case handshake
    case frames
    case conversation
    case inflate
    case clientMessage = "client-message"
    case texts
    case configuration
    case server
    case rooms
    case replay
    case nodeMail = "node-mail"

    /// Does what must be done before the first input. Throws if that cannot be: then nothing can be tried.
    package func prepare() throws(Finding) {
        if self == .server { try ServerConnections.started() }
    }

    /// Throws if something does not hold for these bytes. A trap is a finding as well.
    package func check(_ bytes: [UInt8]) throws(Finding) {
        switch self {
        case .httpRequest: try HTTPRequests.check(bytes)
        case .httpResponse: try HTTPResponses.check(bytes)
        case .httpFields: try HTTPFields.check(bytes)
        case .handshake: try Handshakes.check(bytes)
        case .frames: try Frames.check(bytes)
        case .conversation: try Conversation.check(bytes)
        case .inflate: try Inflation.check(bytes)
        case .clientMessage: try ClientMessages.check(bytes)
        case .texts: try Texts.check(bytes)
        case .configuration: try Configurations.check(bytes)
        case .server: try ServerConnections.check(bytes)
        case .rooms: try RoomStories.check(bytes)
        case .replay: try ReplayDocuments.check(bytes)
        case .nodeMail: try NodeMail.check(bytes)
        }
    }
}

/// A property that should hold and does not.
package struct Finding: Error, CustomStringConvertible {
    package let description: String
    /// Whether the bytes could not be tried, because the system or the harness failed: that says nothing of the
    /// product.
    package var isOfHarness = false

    /// Throws unless `truth`.
    static func unless(_ truth: Bool, _ text: @autoclosure () -> String) throws(Finding) {
        guard truth else { throw Finding(description: text()) }
    }
}
