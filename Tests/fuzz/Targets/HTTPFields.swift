import Bytes
import HTTP1

/// Values of fields that are read on their own. First byte: which field; second: a length or the codings that there are.
enum HTTPFields {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let kind = input.byte()
        let variant = input.byte()
        // What the parser lets through: no control characters.
        let text = String(decoding: input.remaining.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        switch kind % 5 {
        case 0: try range(text, length: Int(variant))
        case 1:
            try coding(
                text, ContentCoding.allCases.enumerated().filter { variant >> $0.offset & 1 == 1 }.map(\.element))
        case 2: try forwarded(text)
        case 3: try date(text)
        default: _ = Preference.isHTML(fields("accept", text))
        }
    }

    private static func fields(_ name: String, _ value: String) -> HeaderFields {
        var fields = HeaderFields()
        fields.append(name: name, value: value)
        return fields
    }

    private static func range(_ text: String, length: Int) throws(Finding) {
        guard case .part(let part) = ByteRange(text, length: length) else { return }
        try Finding.unless(
            !part.isEmpty && part.lowerBound >= 0 && part.upperBound <= length, "\(text) of \(length) is \(part)")
    }

    private static func coding(_ text: String, _ available: [ContentCoding]) throws(Finding) {
        let best = ContentCoding.best(of: available, for: fields("accept-encoding", text))
        try Finding.unless(best.map(available.contains) ?? true, "\(text) is given \(best as Any) of \(available)")
        let isExcluded = text.lowercased().contains("identity") || text.contains("*") || !available.contains(.identity)
        try Finding.unless(best != nil || isExcluded, "\(text) is given nothing of \(available)")
    }

    private static func forwarded(_ text: String) throws(Finding) {
        let hops = ForwardedHops.standard(fields("forwarded", text))
        try Finding.unless(hops.count <= text.utf8.count, "\(hops.count) hops in \(text)")
        _ = ForwardedHops.listed(fields("x-forwarded-for", text))
    }

    private static func date(_ text: String) throws(Finding) {
        let now = HTTPDate(seconds: 1_795_255_200)
        guard let date = HTTPDate(text, now: now) else { return }
        try Finding.unless(HTTPDate(date.text, now: now) == date, "\(text) is \(date.text)")
    }
}
