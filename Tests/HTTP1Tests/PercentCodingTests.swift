import HTTP1
import Testing

/// RFC 3986 section 2.1: `%` and two hexadecimal digits are a byte. The bytes have to be UTF-8, as they become text.
@Suite struct PercentCodingTests {
    @Test(
        "An escape is a byte, and the bytes are read as UTF-8",
        arguments: [
            ("", ""), ("a", "a"), ("%61", "a"), ("%C3%A4%c3%a4", "ää"), ("a%20b", "a b"), ("%2B", "+"),
            ("%2541", "%41"),
            ("%00", "\0"), ("ä", "ä"), ("%F4%8F%BF%BF", "\u{10FFFF}"), ("%EF%BF%BD", "\u{FFFD}"),
        ])
    func decodes(text: String, decoded: String) {
        for plusIsBlank in [false, true] {
            let bytes = PercentCoding.decode(text[...], plusIsBlank: plusIsBlank).map { Array($0.utf8) }
            #expect(bytes == Array(decoded.utf8))
        }
    }

    @Test("A plus sign is a blank in a query and nowhere else")
    func plus() {
        #expect(PercentCoding.decode("a+b", plusIsBlank: true) == "a b")
        #expect(PercentCoding.decode("a+b", plusIsBlank: false) == "a+b")
    }

    @Test(
        "An escape without two digits is refused",
        arguments: [
            "%", "a%", "%4", "%zz", "%4z", "%z4", "%%41", "% 41", "%+1", "%-1", "%\u{FF14}1", "%0x", "%4\u{301}1",
        ])
    func incomplete(text: String) {
        #expect(PercentCoding.decode(text[...], plusIsBlank: false) == nil)
        #expect(PercentCoding.decode(text[...], plusIsBlank: true) == nil)
    }

    @Test(
        "Escapes of bytes that are not UTF-8 are refused, not replaced",
        arguments: [
            "%A9", "a%3C%FF", "P%A92F", "%C3", "%C3a", "%C3%28", "%C0%80", "%C1%BF", "%E0%80%80", "%E0%9F%BF",
            "%ED%A0%80",
            "%ED%BF%BF", "%F0%80%80%80", "%F0%8F%BF%BF", "%F4%90%80%80", "%F5%80%80%80", "%80", "ä%80", "%C3\u{A4}",
        ])
    func notUTF8(text: String) {
        #expect(PercentCoding.decode(text[...], plusIsBlank: false) == nil)
        #expect(PercentCoding.decode(text[...], plusIsBlank: true) == nil)
    }
}
