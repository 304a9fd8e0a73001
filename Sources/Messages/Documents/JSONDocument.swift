/// The body of an HTTP API response: a JSON object.
public protocol JSONDocument: Sendable {
    /// The number of bytes to reserve before writing. An estimate, not a bound.
    var estimatedSize: Int { get }

    /// Writes the fields of the object.
    func write(to json: inout JSONWriter)
}

extension JSONDocument {
    /// Enough for an object of a few fields.
    public var estimatedSize: Int { 256 }

    /// The encoded object, UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: estimatedSize)
        json.object(write)
        return json.bytes
    }
}
