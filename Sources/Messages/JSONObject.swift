/// A JSON object without a message's number: the body of a request over HTTP.
public struct JSONObject: Sendable {
    /// The reason why bytes are no JSON object. For authors of clients.
    public struct Fault: Error, Sendable {
        /// The problem, worded as the end of a sentence.
        public let reason: String
    }

    private let strings: [String: String]

    /// Reads an object as strictly as messages are read (``ClientRequest``). Throws for anything malformed.
    public init(decoding bytes: [UInt8]) throws(Fault) {
        var reader = JSONReader(bytes)
        do throws(JSONFault) {
            let fields = try reader.readObject()
            guard !reader.hasTooManyMarks else { throw JSONFault(reason: JSONReader.marksFault) }
            strings = fields.reduce(into: [:]) { strings, field in
                if case .string(let text) = field.value { strings[field.name] = text }
            }
        } catch {
            throw Fault(reason: error.reason)
        }
    }

    /// The string in a field; nil if the field is missing or holds another type.
    public func string(_ name: String) -> String? { strings[name] }
}
