import Bytes
import HTTP1

/// Values of fields that are read on their own. First byte: which field; second: a length or the codings that there
/// are.
enum HTTPFields {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let kind = input.byte()
        let variant = input.byte()
        // What the parser lets through: no control characters but the tab, and any byte from 0x80 on.
        let bytes = Standards.trimmed(input.remaining.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        let text = String(decoding: bytes, as: UTF8.self)
        switch kind % 6 {
        case 0: try range(text, length: Int(variant))
        case 1:
            try coding(
                bytes, ContentCoding.allCases.enumerated().filter { variant >> $0.offset & 1 == 1 }.map(\.element))
        case 2: try forwarded(bytes)
        case 3: try date(text)
        case 4: if let fields = fields("accept", bytes) { _ = Preference.isHTML(fields) }
        default: try list(bytes)
        }
    }

    /// The fields of a request with such a line, as the parser makes them. Nil if it refuses the request, for too many
    /// commas.
    private static func fields(_ name: String, _ value: [UInt8]) -> HeaderFields? {
        let wire = Array("GET / HTTP/1.1\r\nhost: a\r\n\(name): ".utf8) + value + Array("\r\n\r\n".utf8)
        var parser = RequestParser()
        return ReceivedBytes.over(wire) { input in
            do throws(HTTPError) {
                guard case .request(let request) = try parser.next(&input) else { return nil }
                return request.head.fields
            } catch {
                return nil
            }
        }
    }

    private static func list(_ bytes: [UInt8]) throws(Finding) {
        guard let fields = fields("list", bytes) else { return }
        let members = fields.list("list").map { Array($0.utf8) }
        let expected = Standards.members(bytes).map { Array(Standards.latin1($0).utf8) }
        try Finding.unless(members == expected, "\(bytes): \(members), by the standard \(expected)")
    }

    private static func range(_ text: String, length: Int) throws(Finding) {
        let range = ByteRange(text, length: length)
        let expected = expectedRange(Array(text.utf8), length: length)
        try Finding.unless(range == expected, "\(text) of \(length) is \(range), by the standard \(expected)")
        guard case .part(let part) = range else { return }
        try Finding.unless(
            !part.isEmpty && part.lowerBound >= 0 && part.upperBound <= length, "\(text) of \(length) is \(part)")
    }

    /// RFC 9110 section 14.1.2. Several ranges are ignored, as section 14.2 allows.
    private static func expectedRange(_ bytes: [UInt8], length: Int) -> ByteRange {
        let unit = Array("bytes=".utf8)
        guard Standards.lowercased(bytes).starts(with: unit) else { return .ignored }
        let ends = Standards.trimmed(Array(bytes.dropFirst(unit.count)))
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, ends.joined().allSatisfy({ (0x30...0x39).contains($0) }) else { return .ignored }
        // What no integer holds is beyond any length.
        let numbers = ends.map { Int(String(decoding: $0, as: UTF8.self)) ?? .max }
        let (first, last) = (numbers[0], numbers[1])
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return .ignored
        case (true, false):
            guard length > 0 else { return .ignored }
            return last == 0 ? .unsatisfiable : .part(length - min(length, last)..<length)
        case (false, let isOpen):
            guard isOpen || first <= last else { return .ignored }
            guard first < length else { return .unsatisfiable }
            return .part(first..<(isOpen || last >= length ? length : last + 1))
        }
    }

    private static func coding(_ bytes: [UInt8], _ available: [ContentCoding]) throws(Finding) {
        guard let fields = fields("accept-encoding", bytes) else { return }
        let best = ContentCoding.best(of: available, for: fields)
        try Finding.unless(best.map(available.contains) ?? true, "\(bytes) is given \(best as Any) of \(available)")
        // RFC 9110 section 12.5.3: each member is a name and, behind a semicolon, its weight.
        let names = Standards.members(bytes).map { member in
            Standards.lowercased(Standards.trimmed(Array(member.prefix { $0 != UInt8(ascii: ";") })))
        }
        let isNamed = { (name: String) in names.contains(Array(name.utf8)) || names.contains([UInt8(ascii: "*")]) }
        try Finding.unless(
            best != nil || isNamed("identity") || !available.contains(.identity),
            "\(bytes) is given nothing of \(available)")
        let isWanted =
            switch best {
            case .brotli: isNamed("br")
            case .gzip: isNamed("gzip") || isNamed("x-gzip")
            case .identity, nil: true
            }
        try Finding.unless(isWanted, "\(bytes) is given \(best as Any), which it does not name")
    }

    private static func forwarded(_ bytes: [UInt8]) throws(Finding) {
        guard let standard = fields("forwarded", bytes), let listed = fields("x-forwarded-for", bytes) else { return }
        let elements = Standards.members(bytes)
        try Finding.unless(
            ForwardedHops.standard(standard).count == elements.count, "as many hops as elements: \(bytes)")
        try Finding.unless(
            ForwardedHops.listed(listed).count == elements.count, "as many addresses as elements: \(bytes)")
    }

    private static func date(_ text: String) throws(Finding) {
        let now = HTTPDate(seconds: 1_795_255_200)
        guard let date = HTTPDate(text, now: now) else { return }
        try Finding.unless(HTTPDate(date.text, now: now) == date, "\(text) is \(date.text)")
    }
}
