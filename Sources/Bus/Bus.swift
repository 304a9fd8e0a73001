/// The way from node to node: bytes go to a subject, and to everybody who has subscribed to it, oneself included.
///
/// A message comes at most once, and messages of one sender to one subject come in order. Any message may be lost: a
/// receiver that needs it notices that by itself.
package protocol Bus: AnyObject, Sendable {
    /// Sends bytes. Never blocks. What cannot be sent now is dropped.
    func publish(_ bytes: [UInt8], to subject: Subject)
    /// Has `receive` called, on any thread and one call at a time, with each message that comes to a subject, until the
    /// subscription is ended.
    func subscribe(to subject: Subject, _ receive: @escaping @Sendable ([UInt8]) -> Void) -> any BusSubscription
    /// Whether the bus is there, as far as is known.
    var isConnected: Bool { get }
    /// Messages that were dropped because the bus was away, or too many waited.
    var dropped: Int { get }
    /// Ends all subscriptions, and waits until their last calls have returned.
    func close()
}

/// A subscription to a subject.
package protocol BusSubscription: AnyObject, Sendable {
    /// No message comes any more but for one whose call has begun.
    func end()
}

/// The state of a bus.
package enum BusState: Hashable, Sendable {
    /// Published messages go out.
    case connected
    /// Its server is away. Messages that are published are dropped, and none arrive.
    case away
    case closed
}

/// The name of a place on a bus, as words with dots between them.
package struct Subject: Hashable, Sendable, CustomStringConvertible {
    /// The words with their dots.
    package let description: String

    /// Bytes of a word at most.
    package static let longestWord = 64

    /// The subject of these words. Each must be one by ``isWord(_:)``.
    package init(_ words: String...) {
        precondition(!words.isEmpty && words.allSatisfy(Subject.isWord), "a subject is made of words")
        description = words.joined(separator: ".")
    }

    /// Whether it can be a word of a subject: letters of ASCII, digits, `-` and `_`, 1 to 64 of them.
    package static func isWord(_ text: String) -> Bool {
        (1...longestWord).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
