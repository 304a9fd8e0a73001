import HTTP1
import Testing

@Suite struct HTTPDateTests {
    private static let now = HTTPDate(seconds: 1_795_255_200)

    @Test(
        "A date is written and read back",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
            (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (1_795_255_200, "Sat, 21 Nov 2026 10:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func isWrittenAndReadBack(seconds: Int, text: String) {
        #expect(HTTPDate(seconds: seconds).text == text)
        #expect(HTTPDate(text, now: Self.now)?.seconds == seconds)
    }

    @Test("Every day of four centuries is written and read back")
    func everyDayOfFourCenturiesComesBack() {
        var isRight = true
        for day in 0..<146_097 {
            let date = HTTPDate(seconds: day * 86_400 + day % 86_400)
            isRight = isRight && HTTPDate(date.text, now: Self.now) == date
        }
        #expect(isRight)
    }

    /// RFC 9110 section 5.6.7: all three forms are to be read.
    @Test(
        "The obsolete forms of a date are read",
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Wed Nov 16 08:49:37 1994", 784_975_777), ("Friday, 06-Nov-76 00:00:00 GMT", 3_371_846_400),
            ("Saturday, 06-Nov-77 00:00:00 GMT", 247_622_400), ("Sun, 06 Nov 1994 08:49:60 GMT", 784_111_799),
        ])
    func theOldFormsAreRead(text: String, seconds: Int) {
        // A year of two digits is at most 50 years ahead: in 2026, 76 is 2076 and 77 is 1977.
        #expect(HTTPDate(text, now: Self.now)?.seconds == seconds)
    }

    @Test(
        "Text that is no date is refused",
        arguments: [
            "", "0", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Xun, 06 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov 1969 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "     ",
        ])
    func whatIsNoDateIsNone(text: String) {
        #expect(HTTPDate(text, now: Self.now) == nil)
    }
}
