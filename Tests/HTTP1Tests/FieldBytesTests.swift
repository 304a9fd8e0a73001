import Bytes
import HTTP1
import Testing

/// RFC 9110 section 5.5: the value of a field is a string of bytes, of which those from 0x80 on have no meaning. A
/// character that Unicode holds for equivalent to a separator or a letter is none, and a mark behind a separator does
/// not undo it.
@Suite struct FieldBytesTests {
    private static let questionMark = "\u{37E}"
    private static let accent = "\u{301}"
    private static let kelvin = "\u{212A}"

    private func fields(_ name: String, _ value: String) -> HeaderFields {
        var fields = HeaderFields()
        fields.append(name: name, value: value)
        return fields
    }

    @Test(
        "A cookie ends at a semicolon's byte, and its name at an equals sign's",
        arguments: [
            ("other=x\(questionMark)tilerace=y", nil), ("a=b;\(accent)c=d; tilerace=y", "y"),
            ("tilerace=y;\(accent)", "y"), ("tilerace=\u{338}y", "\u{338}y"), ("a=b; \(accent)tilerace=y", nil),
            ("tilerace=y \(accent)", "y \(accent)"), ("tilerace=y=z", "y=z"), ("tilerace=", ""),
        ] as [(String, String?)])
    func cookies(value: String, cookie: String?) {
        let found = fields("cookie", value).cookie("tilerace")
        #expect(found.map(bytes) == cookie.map { Array($0.utf8) })
    }

    /// The bytes of a value: each is a character.
    private func bytes(_ value: String) -> [UInt8] { value.unicodeScalars.map { UInt8($0.value) } }

    @Test("Each byte of a value is one character, whatever it would be in UTF-8")
    func latin1() {
        let value = (0x20...0xFF).map { UInt8($0) }.filter { $0 != 0x7F } + Array("\u{301}\u{1F1E6}".utf8) + [0x41]
        var fields = HeaderFields()
        fields.append(name: Array("x".utf8).span.bytes, value: value.span.bytes)
        #expect(fields["x"].map(bytes) == value)
        #expect(fields.values(of: "x").map(bytes) == [value])
        #expect(fields.all.map(\.value).map(bytes) == [value])
    }

    @Test("A coding's weight stands behind a semicolon's byte")
    func codings() {
        let best = { (value: String) in
            ContentCoding.best(of: [.identity, .gzip], for: self.fields("accept-encoding", value))
        }
        #expect(best("gzip;q=1, identity\(Self.questionMark)q=0") == .gzip)
        #expect(best("identity\(Self.questionMark)q=0") == .identity)
        #expect(best("gzip;q=0.5;\(Self.accent), identity;q=0.4") == .gzip)
    }

    @Test("A hop's parameters are separated by bytes, and quotes are bytes")
    func hops() {
        let addresses = { (value: String) in
            ForwardedHops.standard(self.fields("forwarded", value)).map { bytes(String($0.address)) }
        }
        #expect(addresses("for=a\(Self.questionMark)for=b") == [Array("a\(Self.questionMark)for=b".utf8)])
        #expect(addresses("for=a;\(Self.accent)x=y") == [Array("a".utf8)])
        #expect(addresses("for=\"\(Self.accent)a\"") == [Array("\(Self.accent)a".utf8)])
        #expect(addresses("for=a;;proto=https") == [Array("a".utf8)])
        #expect(addresses("for=a;x=") == [[]])
    }

    @Test("An entity tag ends at the byte of a quote")
    func tags() {
        let tag = EntityTag("a1")
        #expect(tag.isNamed(byIfNoneMatch: "\"a1\"\(Self.accent)"))
        #expect(tag.isNamed(byIfNoneMatch: "\"\(Self.accent)\", \"a1\""))
        #expect(tag.isNamed(byIfNoneMatch: "W/\"b\",\(Self.accent)\"a1\"") == false)
    }

    @Test("Only ASCII letters match without regard to case")
    func letters() throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chun\(Self.kelvin)ed\r\n\r\n0\r\n\r\n"
        #expect(throws: HTTPError.unframedBody) {
            var parser = RequestParser()
            _ = try ReceivedBytes.over(Array(head.utf8)) { (input: inout ReceivedBytes) throws(HTTPError) in
                try parser.next(&input)
            }
        }
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chun\(Self.kelvin)ed\r\n\r\n0\r\n\r\n"
        #expect(throws: ResponseError.unknownTransferCoding) {
            var parser = ResponseParser()
            _ = try ReceivedBytes.over(Array(answer.utf8)) { (input: inout ReceivedBytes) throws(ResponseError) in
                try parser.next(&input)
            }
        }
    }

    @Test("A segment of a path, and a query, has 30 combining marks in a row at most")
    func marks() throws {
        func target(_ text: String) throws -> RequestTarget { try #require(RequestTarget(text, method: .get)) }
        let most = String(repeating: "%CC%81", count: 30)
        #expect(try target("/a/\(most)").segments?.count == 2)
        #expect(try target("/a/\(most)%CC%A3").segments == nil)
        for query in ["a=\(most)", "\(most)=a"] {
            #expect(try target("/?\(query)&b=1").hasReadableQuery)
            #expect(try target("/?\(query)&b=1").queryValue("b") == "1")
        }
        #expect(try target("/?" + String(repeating: "b&", count: 64) + "a=1").queryValue("a") == nil, "too many pairs")
        #expect(try target("/?" + String(repeating: "b&", count: 63) + "a=1").queryValue("a") == "1")
        for query in ["a=\(most)%CC%A3", "\(most)%CC%A3=a", "\(most)%CC%A3"] {
            #expect(try !target("/?\(query)&b=1").hasReadableQuery)
            #expect(try target("/?\(query)").queryValue("a") == nil)
        }
    }
}
