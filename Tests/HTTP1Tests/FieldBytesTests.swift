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
        #expect(found.map { Array($0.utf8) } == cookie.map { Array($0.utf8) })
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
            ForwardedHops.standard(self.fields("forwarded", value)).map { Array($0.address.utf8) }
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
        for query in ["a=\(most)%CC%A3", "\(most)%CC%A3=a", "\(most)%CC%A3"] {
            #expect(try !target("/?\(query)&b=1").hasReadableQuery)
            #expect(try target("/?\(query)").queryValue("a") == nil)
        }
    }

    @Test("A field's value with 30 combining marks in a row is taken")
    func marksOfAField() {
        let value = String(repeating: "\u{301}", count: 30)
        let wire = Array("GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\(value); b=\(value)\r\n\r\n".utf8)
        var parser = RequestParser()
        let cookie = ReceivedBytes.over(wire) { input in
            guard case .request(let request)? = try? parser.next(&input) else { return nil as String? }
            return request.head.fields.cookie("b")
        }
        #expect(cookie == value)
    }
}
