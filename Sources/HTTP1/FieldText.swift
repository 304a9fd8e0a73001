import Bytes

/// The grammar of fields is one of bytes (RFC 9110 section 5.5), and `String` is one of characters. It takes U+037E
/// GREEK QUESTION MARK for the semicolon, to which it is canonically equivalent. It does not find a semicolon that a
/// combining mark follows.
extension StringProtocol where SubSequence == Substring {
    /// The parts between separators of one byte, empty ones included; `most` at most, of which the last has what is
    /// left.
    package func parts(between separator: Unicode.Scalar, most: Int = .max) -> [Substring] {
        Substring(self).utf8.split(
            separator: UInt8(ascii: separator), maxSplits: most - 1, omittingEmptySubsequences: false
        ).map(Substring.init)
    }
}

extension Substring {
    /// The text without the bytes for spaces and tabs at both ends.
    var trimmingBlanks: Substring {
        var rest = utf8
        while let first = rest.first, ASCII.isBlank(first) { rest.removeFirst() }
        while let last = rest.last, ASCII.isBlank(last) { rest.removeLast() }
        return Substring(rest)
    }
}
