import Bytes

/// The field lines of a message, in the order in which they came.
///
/// All names and values lie in one array, and a line is a place in it: a request with ten of them costs two
/// allocations. Only what is asked for becomes a `String`, and it is asked for by literal names, which no search has to
/// measure.
///
/// A byte from 0x80 on has no meaning in a value (`obs-text`, RFC 9110 section 5.5), so it is read as a character of
/// ISO-8859-1. As UTF-8, 16 KB of combining marks would take 0.12 s to compare with anything.
package struct HeaderFields: Hashable, Sendable {
    /// One field line.
    package struct Field: Hashable, Sendable {
        /// The name in lower case.
        package let name: String
        /// The value without the blanks around it.
        package let value: String

        /// A field line. `name` must be in lower case.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The place of a line's name; its value follows at once.
    private struct Line: Hashable {
        let start: UInt32
        let nameCount: UInt32
        let valueCount: UInt32

        var name: Range<Int> { Int(start)..<Int(start + nameCount) }
        var value: Range<Int> { Int(start + nameCount)..<Int(start + nameCount + valueCount) }
    }

    private var text: [UInt8] = []
    private var lines: [Line] = []

    /// None.
    package init() {}

    /// Number of field lines.
    package var count: Int { lines.count }

    /// All field lines, for what is not hot.
    package var all: [Field] {
        let bytes = text.span.bytes
        return lines.map {
            Field(name: bytes.extracting($0.name).latin1, value: bytes.extracting($0.value).latin1)
        }
    }

    /// Calls `body` with the bytes of each field line, as they came but for the case of the name. Those from 0x80 on
    /// need not be UTF-8: `obs-text` of RFC 9110 section 5.5.
    package func forEachLine(_ body: (_ name: RawSpan, _ value: RawSpan) -> Void) {
        let bytes = text.span.bytes
        for line in lines { body(bytes.extracting(line.name), bytes.extracting(line.value)) }
    }

    /// About the bytes of memory that they take.
    package var memory: Int { text.capacity + lines.capacity * MemoryLayout<Line>.stride }

    /// Makes room for so many lines with so many bytes in all.
    mutating func reserve(lines lineCount: Int, bytes: Int) {
        text.reserveCapacity(bytes)
        lines.reserveCapacity(lineCount)
    }

    /// Adds a field line. `name` must be in lower case.
    package mutating func append(name: String, value: String) {
        append(name: name.utf8Span.span.bytes, value: value.utf8Span.span.bytes)
    }

    /// Adds a field line. The name is put in lower case.
    package mutating func append(name: RawSpan, value: RawSpan) {
        let start = text.count
        text.append(name)
        var added = text.mutableSpan
        for index in start..<added.count { added[index] = ASCII.lowercase(added[index]) }
        text.append(value)
        lines.append(
            Line(start: UInt32(start), nameCount: UInt32(name.byteCount), valueCount: UInt32(value.byteCount)))
    }

    /// Calls `body` with each value of this name (in lower case) until it returns false.
    private func forEachValue(_ name: StaticString, _ body: (RawSpan) -> Bool) {
        let bytes = text.span.bytes
        let nameCount = name.utf8CodeUnitCount
        for line in lines where line.nameCount == nameCount {
            guard bytes.extracting(line.name).equals(name) else { continue }
            guard body(bytes.extracting(line.value)) else { return }
        }
    }

    /// The value of the first field line of this name (in lower case).
    package subscript(name: StaticString) -> String? {
        var found: String?
        forEachValue(name) {
            found = $0.latin1
            return false
        }
        return found
    }

    /// The values of all field lines of this name (in lower case).
    package func values(of name: StaticString) -> [String] {
        var values: [String] = []
        forEachValue(name) {
            values.append($0.latin1)
            return true
        }
        return values
    }

    /// Field lines of this name (in lower case).
    package func count(of name: StaticString) -> Int {
        var count = 0
        forEachValue(name) { _ in
            count += 1
            return true
        }
        return count
    }

    /// Calls `body` with the value if exactly one field line has this name (in lower case). Returns nil otherwise.
    package func withOnlyValue<Result>(of name: StaticString, _ body: (RawSpan) -> Result) -> Result? {
        var count = 0
        var result: Result?
        forEachValue(name) {
            count += 1
            result = count == 1 ? body($0) : nil
            return count == 1
        }
        return result
    }

    /// The members of a comma-separated list, over all field lines of this name; empty ones are left out
    /// (RFC 9110 section 5.6.1).
    package func list(_ name: StaticString) -> [Substring] {
        var members: [Substring] = []
        forEachMember(name) {
            members.append($0.latin1[...])
            return true
        }
        return members
    }

    /// Whether a comma-separated list has this member (in lower case), in any case (`Connection: keep-alive, Upgrade`).
    package func list(_ name: StaticString, contains token: StaticString) -> Bool {
        var found = false
        forEachMember(name) {
            found = $0.equals(ignoringCase: token)
            return !found
        }
        return found
    }

    /// Calls `body` with each member of a comma-separated list that is not empty, until it returns false.
    private func forEachMember(_ name: StaticString, _ body: (RawSpan) -> Bool) {
        forEachValue(name) { value in
            var start = 0
            while start < value.byteCount {
                let length = value.extracting(start..<value.byteCount).firstIndex(of: UInt8(ascii: ","))
                let end = length.map { start + $0 } ?? value.byteCount
                let member = value.trimmingBlanks(start..<end)
                if !member.isEmpty, !body(value.extracting(member)) { return false }
                start = end + 1
            }
            return true
        }
    }

    /// The value of a cookie of this name (RFC 6265 section 4.2); of several the first.
    package func cookie(_ name: String) -> String? {
        for field in values(of: "cookie") {
            for pair in field.parts(between: ";") {
                let parts = pair.trimmingBlanks.parts(between: "=", most: 2)
                if parts.count == 2, parts[0] == name { return String(parts[1]) }
            }
        }
        return nil
    }
}
