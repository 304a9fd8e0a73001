import Bytes
import HTTP1

/// A parser in a box of its own, which a connection lets go of when it becomes a WebSocket: thousands of those wait
/// idle.
final class RequestReader {
    private var parser: RequestParser

    init(_ limits: RequestLimits) { parser = RequestParser(limits: limits) }

    var isInsideRequest: Bool { parser.isInsideRequest }
    var unfinishedMemory: Int { parser.unfinishedMemory }
    var methodUnderWay: HTTPMethod? { parser.methodUnderWay }

    func next(_ bytes: inout ReceivedBytes) throws(HTTPError) -> RequestParser.Event? { try parser.next(&bytes) }
}
