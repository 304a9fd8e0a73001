import Bus
import Bytes
import EventLoops
import GameRules
import HTTP1
import Rooms
import Sessions

extension FieldReader {
    /// The ID of a connection, as the hub knows it.
    mutating func connection() throws(FieldFault) -> ConnectionID { ConnectionID(token: try fixed64()) }

    /// An instant of the hub's clock, in ms: one that can be reckoned with.
    mutating func instant() throws(FieldFault) -> Int {
        let number = try number()
        guard (0...(1 << 53)).contains(number) else { throw .value("instant") }
        return number
    }

    mutating func room() throws(FieldFault) -> RoomCode {
        let text = try text(upTo: RoomCode.length)
        guard let code = RoomCode(text), code.text == text else { throw .value("room") }
        return code
    }

    mutating func claim() throws(FieldFault) -> SessionClaim? {
        guard try flag() else { return nil }
        let player = PlayerID(high: try fixed64(), low: try fixed64())
        return SessionClaim(player: player, sessions: try count(upTo: .max))
    }

    mutating func network() throws(FieldFault) -> ClientNetwork {
        let isIPv4 = try flag()
        return ClientNetwork(bits: try fixed64(), isIPv4: isIPv4)
    }

    mutating func request() throws(FieldFault) -> Request {
        guard let method = HTTPMethod(rawValue: try text(upTo: MailLimits.text)) else { throw .value("method") }
        guard let target = RequestTarget(try text(upTo: MailLimits.target), method: method) else {
            throw .value("target")
        }
        var head = RequestHead(
            method: method, target: target, isVersion11: try flag(), fields: HeaderFields())
        head.isChunked = try flag()
        head.contentLength = try count(upTo: MailLimits.requestBody)
        for _ in 0..<(try count(upTo: MailLimits.fields)) {
            let name = try run(upTo: MailLimits.field)
            let value = try run(upTo: MailLimits.field)
            guard !name.isEmpty, name.allSatisfy(FieldLine.isTokenByte), value.allSatisfy(FieldLine.isValueByte) else {
                throw .value("field line")
            }
            head.fields.append(name: name.span.bytes, value: value.span.bytes)
        }
        return Request(head: head, body: try run(upTo: MailLimits.requestBody))
    }

    mutating func requestContext() throws(FieldFault) -> RequestContext {
        let client = try network()
        let isSecure = try flag()
        return RequestContext(client: client, isSecure: isSecure, isLocal: try flag())
    }

    mutating func response() throws(FieldFault) -> HTTPResponse {
        let code = Int(try fixed16())
        // None that goes before an answer, and none that a class of the metrics does not have.
        guard (200...599).contains(code) else { throw .value("status") }
        let phrase = try text(upTo: MailLimits.text)
        guard phrase.utf8.allSatisfy(FieldLine.isValueByte) else { throw .value("phrase") }
        var head = ResponseHead(HTTPStatus(code: code, phrase: phrase))
        for _ in 0..<(try count(upTo: MailLimits.fields)) {
            let name = try text(upTo: MailLimits.field)
            let value = try text(upTo: MailLimits.field)
            guard FieldLine.isToken(name), value.utf8.allSatisfy(FieldLine.isValueByte) else {
                throw .value("field line")
            }
            head.add(name, value)
        }
        let body = try run(upTo: MailLimits.answerBody)
        let policy: ContentPolicy
        switch try byte() {
        case 1: policy = .page
        case 2: policy = .errorPage
        case 3: policy = .nothing
        default: throw .value("policy")
        }
        let problem = try optionalText(upTo: MailLimits.text)
        let problemCode = try optionalText(upTo: MailLimits.text)
        return HTTPResponse(
            head: head, body: SharedBytes(copying: body.span.bytes), policy: policy, problem: problem,
            problemCode: problemCode, isState: try flag())
    }
}
