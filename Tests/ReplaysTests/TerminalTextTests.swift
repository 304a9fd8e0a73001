import Testing

@testable import tilerace

@Suite struct TerminalTextTests {
    @Test(
        "Nothing that a terminal obeys is put on one",
        arguments: [
            ("Mika", "Mika"), ("\u{1B}[2J", "?[2J"), ("a\u{07}b\u{7F}\u{9B}c", "a?b??c"),
            ("x\u{202E}y\u{2066}z", "x?y?z"),
            ("one\ntwo", "one\ntwo"), ("\r\u{2028}", "??"), ("👩‍🚀 נועה", "👩‍🚀 נועה"),
        ])
    func visible(text: String, shown: String) { #expect(TerminalText.visible(text) == shown) }
}
