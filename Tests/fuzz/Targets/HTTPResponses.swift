import Bytes
import HTTP1

/// Answers as a client reads them. First byte: bit 0 the answers are to HEAD, bit 1 small limits. Second byte: the cut.
enum HTTPResponses {
    private struct Outcome: Equatable {
        var responses: [Response] = []
        var fault: ResponseError?
    }

    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let variant = input.byte()
        var limits = ResponseLimits()
        if variant & 2 != 0 { (limits.statusLine, limits.fieldCount, limits.fieldBytes, limits.body) = (24, 3, 64, 16) }
        let seed = input.byte()
        let cuts = FuzzInput.cuts(of: input.remaining, seed: seed)
        let whole = outcome(of: cuts[0], limits, answersHead: variant & 1 != 0)
        for cut in cuts.dropFirst() {
            let other = outcome(of: cut, limits, answersHead: variant & 1 != 0)
            try Finding.unless(other == whole, "cut as \(cut.map(\.count)): \(other), whole: \(whole)")
        }
        for response in whole.responses {
            try Finding.unless((100...599).contains(response.status), "status \(response.status)")
            try Finding.unless(response.body.count <= limits.body, "a body of \(response.body.count) bytes")
            try Finding.unless(variant & 1 == 0 || response.body.isEmpty, "a body in an answer to HEAD")
            try Finding.unless(response.fields.count <= limits.fieldCount, "\(response.fields.count) fields")
            _ = response.keepsAlive
            try checkFraming(response, answersHead: variant & 1 != 0)
        }
    }

    /// RFC 9112 section 6.3: an answer that was taken has a body of one length, by fields that say so in letters of
    /// ASCII.
    private static func checkFraming(_ response: Response, answersHead: Bool) throws(Finding) {
        let isBare = answersHead || response.status < 200 || response.status == 204 || response.status == 304
        guard !isBare else { return try Finding.unless(response.body.isEmpty, "a body with \(response.status)") }
        var lengths: [[UInt8]] = []
        var codings: [[UInt8]] = []
        response.fields.forEachLine { name, value in
            if name.equals("content-length") { lengths.append(value.array) }
            if name.equals("transfer-encoding") { codings += Standards.members(value.array) }
        }
        let isChunked = codings.map(Standards.lowercased) == [Array("chunked".utf8)]
        try Finding.unless(codings.isEmpty || isChunked && lengths.isEmpty, "framed by \(codings) and \(lengths)")
        guard !lengths.isEmpty else { return }
        let length = lengths.map { String(decoding: $0, as: UTF8.self) }
        try Finding.unless(
            length.count == 1 && Int(length[0]) == response.body.count, "\(response.body.count) bytes by \(length)")
    }

    private static func outcome(of pieces: [[UInt8]], _ limits: ResponseLimits, answersHead: Bool) -> Outcome {
        var parser = ResponseParser(limits: limits, answersHead: answersHead)
        var outcome = Outcome()
        for piece in pieces where outcome.fault == nil && outcome.responses.last?.status != 101 {
            ReceivedBytes.over(piece) { input in
                do throws(ResponseError) {
                    while let response = try parser.next(&input) {
                        outcome.responses.append(response)
                        // What follows is not HTTP any more.
                        if response.status == 101 { return input.consumeAll() }
                    }
                } catch {
                    outcome.fault = error
                }
            }
        }
        guard outcome.fault == nil, outcome.responses.last?.status != 101 else { return outcome }
        do throws(ResponseError) {
            if let last = try parser.finish() { outcome.responses.append(last) }
        } catch {
            outcome.fault = error
        }
        return outcome
    }
}
