import Bytes
import HTTP1
import TestKit
import Testing

@testable import WebSockets

/// RFC 7692 section 7.1: the offer, its acceptance, and the client's reading of the answer.
@Suite("permessage-deflate: negotiation") struct DeflateNegotiationTests {
    private static func fields(_ lines: [String]) -> HeaderFields {
        var fields = HeaderFields()
        for line in lines { fields.append(name: "sec-websocket-extensions", value: line) }
        return fields
    }

    /// The answer of a server with no wishes: nil if it declines, "malformed" if it must refuse the handshake.
    private static func answer(_ lines: [String], _ settings: DeflateSettings = DeflateSettings()) -> String? {
        guard let list = WebSocketExtension.list(fields(lines)) else { return "malformed" }
        return DeflateAgreement(choosingFrom: list, settings)?.text
    }

    @Test(
        "Each form of an offer has its answer",
        arguments: [
            ("permessage-deflate", "permessage-deflate"),
            ("permessage-deflate; server_no_context_takeover", "permessage-deflate; server_no_context_takeover"),
            ("permessage-deflate; client_no_context_takeover", "permessage-deflate; client_no_context_takeover"),
            ("permessage-deflate; server_max_window_bits=8", "permessage-deflate; server_max_window_bits=8"),
            ("permessage-deflate; server_max_window_bits=15", "permessage-deflate; server_max_window_bits=15"),
            ("permessage-deflate; server_max_window_bits=\"10\"", "permessage-deflate; server_max_window_bits=10"),
            ("permessage-deflate; server_max_window_bits=\"1\\0\"", "permessage-deflate; server_max_window_bits=10"),
            ("permessage-deflate; client_max_window_bits", "permessage-deflate"),
            ("permessage-deflate; client_max_window_bits=15", "permessage-deflate"),
            ("permessage-deflate; client_max_window_bits=8", "permessage-deflate; client_max_window_bits=8"),
            ("permessage-deflate; client_max_window_bits=\"9\"", "permessage-deflate; client_max_window_bits=9"),
            (
                " permessage-deflate ;\tserver_no_context_takeover ; client_max_window_bits = 12",
                "permessage-deflate; server_no_context_takeover; client_max_window_bits=12"
            ),
            ("x, permessage-deflate", "permessage-deflate"),
            ("x; a=b; a=c, , permessage-deflate", "permessage-deflate"),
            (
                "permessage-deflate; server_max_window_bits=7, permessage-deflate; server_max_window_bits=11",
                "permessage-deflate; server_max_window_bits=11"
            ),
            (
                "permessage-deflate; server_max_window_bits=9, permessage-deflate",
                "permessage-deflate; server_max_window_bits=9"
            ),
        ])
    func accepted(offer: String, answer: String) {
        #expect(Self.answer([offer]) == answer)
    }

    @Test(
        "An offer that breaks a rule is declined (section 7.1)",
        arguments: [
            "", "x-webkit-deflate-frame", "permessage-deflatE", "permessage-deflate; x",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate; server_no_context_takeover=1", "permessage-deflate; client_no_context_takeover=\"a\"",
            "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=08",
            "permessage-deflate; server_max_window_bits=+9", "permessage-deflate; server_max_window_bits=1e1",
            "permessage-deflate; server_max_window_bits=9; server_max_window_bits=9",
            "permessage-deflate; client_max_window_bits=7", "permessage-deflate; client_max_window_bits=16",
            "permessage-deflate; client_max_window_bits=09", "permessage-deflate; client_max_window_bits=x",
            "permessage-deflate; client_max_window_bits; client_max_window_bits=9",
        ])
    func declined(offer: String) {
        #expect(Self.answer(offer.isEmpty ? [] : [offer]) == nil)
        #expect(Self.answer([offer.isEmpty ? "x" : offer, "permessage-deflate"]) == "permessage-deflate")
    }

    @Test(
        "An unreadable offer fails the handshake (RFC 6455 section 9.1)",
        arguments: [
            "", ",", ", ,", ";", "a;", "a;;b", "a; =b", "a; b=", "a; b=\"\"", "a; b=\"c", "a; b=\"c d\"", "a; b=\"c\"d",
            "a b",
            "a; b c", "a/b", "a; b=c=d", "\"a\"", "a; b=\"c\\", "a, b;", "a; b=é",
        ])
    func malformed(text: String) {
        #expect(Self.answer([text]) == "malformed")
    }

    @Test("Our settings narrow the accepted offer where that is allowed")
    func wishes() {
        var settings = DeflateSettings()
        settings.sendsWithContext = false
        settings.receivesWithContext = false
        settings.sendWindow = WindowBits.all[4]
        settings.receiveWindow = WindowBits.all[3]
        let both = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        #expect(Self.answer(["permessage-deflate"], settings) == both + "; server_max_window_bits=12")
        #expect(
            Self.answer(["permessage-deflate; server_max_window_bits=9; client_max_window_bits"], settings)
                == both + "; server_max_window_bits=9; client_max_window_bits=11")
        #expect(
            Self.answer(["permessage-deflate; client_max_window_bits=10"], settings)
                == both + "; server_max_window_bits=12; client_max_window_bits=10")
    }

    @Test("Random offers are answered as the rules of RFC 7692 say")
    func randomOffers() {
        var source = SampleMessages.Source(seed: 11)
        for _ in 0..<FullRun.count(fast: 3_000, full: 30_000) {
            let offers = (0...source.below(3)).map { _ in RandomOffer(&source) }
            let text = offers.map(\.text).joined(separator: [",", ", ", " ,, "][source.below(3)])
            let expected = offers.lazy.compactMap(\.answer).first
            #expect(Self.answer([text]) == expected, "\(text)")
        }
    }

    @Test("An agreement describes both directions", arguments: [true, false])
    func bothEnds(isNarrow: Bool) throws {
        var settings = DeflateSettings()
        if isNarrow {
            settings.sendWindow = WindowBits.all[0]
            settings.receiveWindow = WindowBits.all[2]
            settings.sendsWithContext = false
        }
        let offer = DeflateOffer(settings)
        #expect(offer.serverMaxWindow == (isNarrow ? WindowBits.all[2] : nil))
        let server = DeflateAgreement(accepting: offer, DeflateSettings())
        let client = try #require(try DeflateAgreement(answering: offer, Self.fields([server.text])))
        #expect(client.server == server.server && client.client == server.client)
        #expect(
            client.client.window == (isNarrow ? WindowBits.all[0] : .largest) && client.client.hasContext == !isNarrow)
    }

    @Test(
        "A client fails the connection for an answer that does not fit its offer (section 7.1)",
        arguments: [
            // Offers nothing, everything, or windows of 10 bits.
            (0, "permessage-deflate"), (1, "x"), (1, "permessage-deflate, permessage-deflate"),
            (1, "permessage-deflate;"),
            (1, "permessage-deflate; x"), (1, "permessage-deflate; server_no_context_takeover=1"),
            (1, "permessage-deflate; client_max_window_bits=9"), (1, "permessage-deflate; server_max_window_bits=16"),
            (1, "permessage-deflate; server_max_window_bits"), (2, "permessage-deflate; client_max_window_bits"),
            (2, "permessage-deflate; client_max_window_bits=11; server_max_window_bits=10"),
            (2, "permessage-deflate; client_max_window_bits=10; server_max_window_bits=11"),
            (2, "permessage-deflate; client_max_window_bits=10"), (3, "permessage-deflate"),
        ])
    func badAnswers(offer: Int, answer: String) {
        var windows = DeflateOffer()
        windows.serverMaxWindow = WindowBits.all[2]
        windows.clientMaxWindow = .atMost(WindowBits.all[2])
        var noContext = DeflateOffer()
        noContext.serverNoContextTakeover = true
        let offers = [nil, DeflateOffer(), windows, noContext]
        #expect(throws: ClientHandshakeError.badAnswer(field: "Sec-WebSocket-Extensions")) {
            try DeflateAgreement(answering: offers[offer], Self.fields([answer]))
        }
    }

    @Test("A client accepts unasked parameters that a server may send")
    func goodAnswers() throws {
        var offer = DeflateOffer()
        offer.clientNoContextTakeover = true
        offer.clientMaxWindow = .atMost(WindowBits.all[2])
        let unasked = "permessage-deflate; server_no_context_takeover; server_max_window_bits=8"
        let agreed = try #require(try DeflateAgreement(answering: offer, Self.fields([unasked])))
        #expect(agreed.server == .init(hasContext: false, window: WindowBits.all[0]))
        #expect(agreed.client == .init(hasContext: false, window: WindowBits.all[2]))
        #expect(try DeflateAgreement(answering: offer, Self.fields([])) == nil)
    }
}

/// An offer, made from parts, and the answer that follows from the parts by the sentences of RFC 7692 section 7.1.
private struct RandomOffer {
    var name = "permessage-deflate"
    var parameters: [(name: String, value: String?)] = []
    let text: String

    init(_ source: inout SampleMessages.Source) {
        let names = [
            "server_no_context_takeover", "client_no_context_takeover", "server_max_window_bits",
            "client_max_window_bits", "mystery",
        ]
        if source.below(8) == 0 { name = "foo" }
        var text = name
        for _ in 0..<source.below(4) {
            let index = source.below(12)
            let parameter = names[index == 11 ? 4 : index % 4]
            var value: String?
            let wantsValue = parameter.hasSuffix("bits") ? source.below(5) > 0 : source.below(8) == 0
            if wantsValue {
                value = source.below(5) == 0 ? ["7", "16", "010", "x"][source.below(4)] : "\(8 + source.below(8))"
            }
            parameters.append((parameter, value))
            let blank = ["", " ", "\t "][source.below(3)]
            text += blank + ";" + blank + parameter
            if let value { text += "=" + (source.below(3) == 0 ? "\"\(value)\"" : value) }
        }
        self.text = text
    }

    /// Nil if it must be declined.
    var answer: String? {
        guard name == "permessage-deflate" else { return nil }
        let sizes = ["8", "9", "10", "11", "12", "13", "14", "15"]
        for (index, parameter) in parameters.enumerated() {
            // "Contains multiple extension parameters with the same name"
            if parameters[..<index].contains(where: { $0.name == parameter.name }) { return nil }
            switch parameter.name {
            // "This parameter has no value"
            case "server_no_context_takeover", "client_no_context_takeover": if parameter.value != nil { return nil }
            // "A decimal integer value without leading zeroes between 8 to 15"
            case "server_max_window_bits": if parameter.value.map(sizes.contains) != true { return nil }
            // "May have no value or a decimal integer …"
            case "client_max_window_bits": if parameter.value.map(sizes.contains) == false { return nil }
            // "Contains an extension parameter not defined for use in an offer"
            default: return nil
            }
        }
        var answer = name
        for name in ["server_no_context_takeover", "client_no_context_takeover"]
        where parameters.contains(where: { $0.name == name }) {
            answer += "; " + name
        }
        for name in ["server_max_window_bits", "client_max_window_bits"] {
            guard let value = parameters.first(where: { $0.name == name })?.value else { continue }
            // The largest client's window is what holds unsaid; the server's must be said if it was asked for.
            if name.hasPrefix("client"), value == "15" { continue }
            answer += "; \(name)=\(value)"
        }
        return answer
    }
}
