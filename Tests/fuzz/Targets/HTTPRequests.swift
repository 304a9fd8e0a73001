import Bytes
import HTTP1

/// Requests on one connection. First byte: bit 0 takes small limits. Second byte: how the rest is cut into reads.
enum HTTPRequests {
    private struct Outcome: Equatable {
        var events: [RequestParser.Event] = []
        var fault: HTTPError?
        var isInside = false
    }

    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let limits =
            input.byte() & 1 == 0
            ? RequestLimits()
            : RequestLimits(
                requestLine: 24, fieldCount: 3, fieldBytes: 64, body: 16, chunkLine: 8, chunkExtensions: 12)
        let seed = input.byte()
        let cuts = FuzzInput.cuts(of: input.remaining, seed: seed)
        let whole = outcome(of: cuts[0], limits)
        for cut in cuts.dropFirst() {
            let other = outcome(of: cut, limits)
            try Finding.unless(other == whole, "cut as \(cut.map(\.count)): \(other), whole: \(whole)")
        }
        for event in whole.events {
            switch event {
            case .continueExpected(let head): try check(head, limits)
            case .request(let request):
                try check(request.head, limits)
                try Finding.unless(request.body.count <= limits.body, "a body of \(request.body.count) bytes")
                try checkRoundTrip(request)
            }
        }
    }

    private static func outcome(of pieces: [[UInt8]], _ limits: RequestLimits) -> Outcome {
        var parser = RequestParser(limits: limits)
        var outcome = Outcome()
        for piece in pieces where outcome.fault == nil {
            ReceivedBytes.over(piece) { input in
                do throws(HTTPError) {
                    while let event = try parser.next(&input) { outcome.events.append(event) }
                } catch {
                    outcome.fault = error
                }
            }
        }
        // After a fault the connection is closed, and nothing is asked any more.
        if outcome.fault == nil { outcome.isInside = parser.isInsideRequest }
        return outcome
    }

    private static func check(_ head: RequestHead, _ limits: RequestLimits) throws(Finding) {
        try Finding.unless(head.fields.count <= limits.fieldCount, "\(head.fields.count) fields")
        try check(lines(of: head), of: head)
        let target = head.target
        let hasForm =
            head.method == .connect
            ? target.path.isEmpty : target.path.utf8.first == 0x2F || target.path == "*" && head.method == .options
        try Finding.unless(hasForm, "a path of no form: \(target)")
        for segment in target.segments ?? [] {
            try Finding.unless(
                segment != "." && segment != ".." && !segment.utf8.contains { $0 == 0 || $0 == 0x2F || $0 == 0x5C },
                "a segment that climbs: \(target.path)")
        }
        // None of them may trap, whatever the fields hold.
        _ = (head.keepsAlive, head.expectsContinue, target.queryValue("token"))
        _ = EntityTag("v1").isNamed(byIfNoneMatch: head.fields["if-none-match"] ?? "")
    }

    /// Name and value of each field line, as bytes. RFC 9110 section 5.5 gives bytes from 0x80 on no meaning
    /// (`obs-text`), and text that was made of them has lost them.
    private static func lines(of head: RequestHead) -> [(name: [UInt8], value: [UInt8])] {
        var lines: [(name: [UInt8], value: [UInt8])] = []
        head.fields.forEachLine { lines.append(($0.array, $1.array)) }
        return lines
    }

    private static func check(_ lines: [(name: [UInt8], value: [UInt8])], of head: RequestHead) throws(Finding) {
        let marks = Array("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz".utf8)
        for line in lines {
            try Finding.unless(
                !line.name.isEmpty && line.name.allSatisfy(marks.contains),
                "a name that is no small token: \(line.name)")
            try Finding.unless(
                line.value.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "a control character passed")
            try Finding.unless(Standards.trimmed(line.value) == line.value, "blanks around \(line.value)")
        }
        let values = { (name: String) in lines.filter { $0.name == Array(name.utf8) }.map(\.value) }
        let codings = values("transfer-encoding").flatMap(Standards.members).map(Standards.lowercased)
        try Finding.unless(
            codings == (head.isChunked ? [Array("chunked".utf8)] : []), "chunked: \(head.isChunked), by \(codings)")
        let cookie = Standards.cookie(Array("tilerace".utf8), values("cookie"))
        let read = head.fields.cookie("tilerace")
        try Finding.unless(
            read.map { Array($0.utf8) } == cookie.map { Array(Standards.latin1($0).utf8) },
            "a cookie read as \(read as Any), by the standard \(cookie as Any)")
    }

    /// Checks that an understood request, written as plainly as possible, is understood in the same way.
    private static func checkRoundTrip(_ request: Request) throws(Finding) {
        let head = request.head
        let target = head.target
        var text = target.path + (target.query.map { "?" + $0 } ?? "")
        if let authority = target.authority {
            text = head.method == .connect ? authority : "http://" + authority + (text == "*" ? "" : text)
        }
        let end: [UInt8] = [0x0D, 0x0A]
        var bytes = Array("\(head.method.rawValue) \(text) HTTP/1.\(head.isVersion11 ? 1 : 0)".utf8) + end
        for line in lines(of: head) { bytes += line.name + [0x3A, 0x20] + line.value + end }
        bytes += end
        if head.isChunked {
            if !request.body.isEmpty {
                bytes += Array((String(request.body.count, radix: 16) + "\r\n").utf8) + request.body + end
            }
            bytes += Array("0\r\n\r\n".utf8)
        } else {
            bytes += request.body
        }
        // Wider than any that it was read with: `http://` may be put in where it was `//`, and such.
        let again = outcome(of: [bytes], RequestLimits(requestLine: 10_000, fieldBytes: 70_000))
        var expected: [RequestParser.Event] = [.request(request)]
        if head.expectsContinue, case .continueExpected? = again.events.first {
            expected.insert(again.events[0], at: 0)
        }
        try Finding.unless(
            again == Outcome(events: expected), "written plainly it is another: \(again), was: \(request)")
    }
}
