/// A JSON object without a message's number: the body of a request over HTTP.
public struct JSONObject: Sendable {
    /// Why bytes are none; the text is for people who write clients.
    public struct Fault: Error, Sendable {
        /// What is wrong, as the end of a sentence.
        public let reason: String
    }

    private let strings: [String: String]

    /// Reads an object as strictly as messages are read (``ClientRequest``). Throws for anything that is none.
    public init(decoding bytes: [UInt8]) throws(Fault) {
        var reader = JSONReader(bytes)
        do throws(JSONFault) {
            strings = try reader.readObject().reduce(into: [:]) { strings, field in
                if case .string(let text) = field.value { strings[field.name] = text }
            }
        } catch {
            throw Fault(reason: error.reason)
        }
    }

    /// The string of a field; nil if there is none, or another value.
    public func string(_ name: String) -> String? { strings[name] }
}
