import Bus
import EventLoops
import GameRules
import HTTP1
import Rooms
import Sessions

// The forms of values that several kinds of mail hold. Each `write` has its reader beside it.

extension FieldWriter {
    mutating func write(_ id: ConnectionID) { fixed64(id.token) }

    mutating func write(_ room: RoomCode) { text(room.text) }

    mutating func write(_ claim: SessionClaim?) {
        flag(claim != nil)
        guard let claim else { return }
        fixed64(claim.player.high)
        fixed64(claim.player.low)
        count(claim.sessions)
    }

    mutating func write(_ network: ClientNetwork) {
        flag(network.isIPv4)
        fixed64(network.bits)
    }

    mutating func write(_ request: Request) {
        text(request.head.method.rawValue)
        let target = request.head.target
        let query = target.query.map { "?\($0)" } ?? ""
        text((target.authority.map { "http://\($0)" } ?? "") + target.path + query)
        flag(request.head.isVersion11)
        flag(request.head.isChunked)
        count(request.head.contentLength)
        count(request.head.fields.count)
        request.head.fields.forEachLine { name, value in
            run(name)
            run(value)
        }
        run(request.body)
    }

    mutating func write(_ context: RequestContext) {
        write(context.client)
        flag(context.isSecure)
        flag(context.isLocal)
    }

    mutating func write(_ response: HTTPResponse) {
        fixed16(UInt16(response.head.status.code))
        text(response.head.status.phrase)
        count(response.head.fields.count)
        for field in response.head.fields {
            text(field.name)
            text(field.value)
        }
        response.body.withBytes { run($0) }
        switch response.policy {
        case .page: byte(1)
        case .errorPage: byte(2)
        case .nothing: byte(3)
        }
        optionalText(response.problem)
        optionalText(response.problemCode)
        flag(response.isState)
    }
}
