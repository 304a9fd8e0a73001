/// An answer, as a client reads it.
package struct HTTPAnswer: Sendable {
    package var status: Int
    /// Names in lower case; of equal names all.
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]

    /// The value of the first field of this name.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The body as JSON.
    package var json: JSONTree {
        get throws { try JSONTree(parsing: body) }
    }
}

extension SocketClient {
    /// Reads one answer, bytes of the next one stay. `hasBody` is false for the answer to HEAD.
    package func readAnswer(hasBody: Bool = true) throws -> HTTPAnswer {
        let end = Array("\r\n\r\n".utf8)
        var headEnd: Int?
        while headEnd == nil {
            headEnd = pending.indices.first { pending[$0...].starts(with: end) }
            if headEnd == nil { try receive() }
        }
        let head = String(decoding: try read((headEnd ?? 0) + end.count), as: UTF8.self)
        var lines = head.split(separator: "\r\n").map(String.init)
        let first = lines.removeFirst().split(separator: " ")
        guard first.count >= 2, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
            throw SocketClientError.badAnswer(head)
        }
        let fields = try lines.map { line in
            guard let colon = line.firstIndex(of: ":") else { throw SocketClientError.badAnswer(line) }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (name: line[..<colon].lowercased(), value: String(value))
        }
        var answer = HTTPAnswer(status: status, fields: fields, body: [])
        let length = answer["content-length"].flatMap { Int($0) } ?? 0
        if hasBody, status != 304, length > 0 { answer.body = try read(length) }
        return answer
    }

    /// Sends a request and reads the answer. `fields` are whole lines.
    package func ask(_ method: String, _ target: String, fields: [String] = [], body: String = "") throws -> HTTPAnswer
    {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1"] + fields
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        try send(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
        return try readAnswer(hasBody: method != "HEAD")
    }
}
