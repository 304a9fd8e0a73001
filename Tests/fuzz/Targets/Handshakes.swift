import Bytes
import HTTP1
import WebSockets

/// The opening handshake at both ends. First two bytes: how the server and the client would compress. The rest: lines,
/// each the value of a `Sec-WebSocket-Extensions` or, after `p:`, of a `Sec-WebSocket-Protocol`.
enum Handshakes {
    private static let ours = ["tilerace.v1", "chat"]

    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let settings = Compression.settings(input.byte())
        let offer = DeflateOffer(Compression.settings(input.byte()))
        let lines = fieldLines(input.remaining)
        try checkBothEnds(settings, offer)
        if let head = head(of: Array(request.utf8) + lines), let handshake = try serverHandshake(head, settings) {
            try checkAnswer(handshake, settings)
        }
        // A server that answers anything: the client agrees or refuses, and does not trap.
        guard let response = response(to: Array(answer.utf8) + lines) else { return }
        guard
            case .success(let agreement) = Result(catching: { () throws(ClientHandshakeError) in
                try client(offer).check(response)
            })
        else { return }
        try checkAgreement(agreement, with: response)
    }

    /// RFC 6455 section 4.1: a client takes no extension and no subprotocol for which it did not ask, and one of each
    /// at most.
    private static func checkAgreement(
        _ agreement: ClientHandshake.Agreement, with response: Response
    ) throws(Finding) {
        var extensions: [[UInt8]] = []
        var protocols: [[UInt8]] = []
        response.fields.forEachLine { name, value in
            if name.equals("sec-websocket-extensions") { extensions += Standards.members(value.array) }
            if name.equals("sec-websocket-protocol") { protocols.append(value.array) }
        }
        let names = extensions.map { Standards.trimmed(Array($0.prefix { $0 != UInt8(ascii: ";") })) }
        let deflate = Array("permessage-deflate".utf8)
        try Finding.unless(
            names == (agreement.deflate == nil ? [] : [deflate]), "\(agreement) with extensions \(extensions)")
        let chosen = agreement.subprotocol.map { [Array($0.utf8)] } ?? []
        try Finding.unless(
            protocols == chosen && chosen.allSatisfy(ours.map { Array($0.utf8) }.contains),
            "\(agreement) with subprotocols \(protocols)")
    }

    private static let request =
        "GET /api/v1/socket HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        + "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    private static let answer =
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        + "sec-websocket-accept: \(AcceptKey.answering("AAAAAAAAAAAAAAAAAAAAAA=="))\r\n"

    private static func fieldLines(_ bytes: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        for line in bytes.split(separator: 0x0A) {
            let isProtocol = line.starts(with: "p:".utf8)
            lines += Array("sec-websocket-\(isProtocol ? "protocol" : "extensions"): ".utf8)
            lines += line.dropFirst(isProtocol ? 2 : 0)
            lines += [0x0D, 0x0A]
        }
        return lines
    }

    private static func client(_ offer: DeflateOffer) -> ClientHandshake {
        ClientHandshake(host: "a", target: "/", subprotocols: ours, deflate: offer) { 0 }
    }

    /// Two ends of this project understand each other, whatever they would like.
    private static func checkBothEnds(_ settings: DeflateSettings, _ offer: DeflateOffer) throws(Finding) {
        let (client, sink) = (client(offer), CollectedBytes())
        client.writeRequest(to: sink)
        guard let head = head(of: Array(sink.take().dropLast(2))),
            let handshake = try serverHandshake(head, settings)
        else { throw Finding(description: "the server refuses our client: \(offer.text)") }
        handshake.writeResponse(to: sink)
        guard let response = response(to: Array(sink.array.dropLast(2))) else {
            throw Finding(description: "our client cannot read the server's answer")
        }
        do throws(ClientHandshakeError) {
            let agreement = try client.check(response)
            let isSame =
                agreement.deflate?.server == handshake.deflate?.server
                && agreement.deflate?.client == handshake.deflate?.client
                && agreement.subprotocol == handshake.subprotocol
            guard isSame else { throw ClientHandshakeError.badAnswer(field: "the ends agree on different things") }
        } catch {
            throw Finding(description: "\(offer.text) answered with \(handshake.deflate?.text ?? "nothing"): \(error)")
        }
    }

    /// Checks that the answer to a stranger's offer can itself be read as an offer, and gets the same answer.
    private static func checkAnswer(_ handshake: ServerHandshake, _ settings: DeflateSettings) throws(Finding) {
        guard let text = handshake.deflate?.text else { return }
        let again = head(of: Array((request + "sec-websocket-extensions: \(text)\r\n").utf8))
        guard let again, let second = try serverHandshake(again, settings) else {
            throw Finding(description: "an answer of no form: \(text)")
        }
        try Finding.unless(second.deflate != nil, "an answer that is no offer: \(text)")
    }

    private static func serverHandshake(
        _ head: RequestHead, _ settings: DeflateSettings
    ) throws(Finding) -> ServerHandshake? {
        do throws(HandshakeError) {
            return try ServerHandshake(checking: head, subprotocols: ours, deflate: settings)
        } catch {
            let status = error.response.status.code
            try Finding.unless((400...499).contains(status), "refused with \(status)")
            return nil
        }
    }

    /// The request with these lines, if they can be lines of one.
    private static func head(of lines: [UInt8]) -> RequestHead? {
        var parser = RequestParser()
        return ReceivedBytes.over(lines + [0x0D, 0x0A]) { input in
            do throws(HTTPError) {
                guard case .request(let request) = try parser.next(&input) else { return nil }
                return request.head
            } catch {
                return nil
            }
        }
    }

    private static func response(to lines: [UInt8]) -> Response? {
        var parser = ResponseParser()
        return ReceivedBytes.over(lines + [0x0D, 0x0A]) { input in
            do throws(ResponseError) { return try parser.next(&input) } catch { return nil }
        }
    }
}
