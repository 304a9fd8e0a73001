import TestKit
import Testing

@testable import Server

@Suite struct QRCodeTests {
    /// A camera finds the code by them. Each has a white frame (ISO/IEC 18004 section 6.3.3).
    @Test(
        "A QR code has its finder patterns in three corners",
        arguments: ["a", "https://words.example/room/KYTE7", String(repeating: "x", count: 2_331)])
    func finders(text: String) throws {
        let code = try #require(QRCode(text))
        #expect(code.size % 4 == 1 && (21...177).contains(code.size))
        for (top, left) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(code[top + row, left + column] == (ring != 2))
                }
            }
        }
    }

    @Test("Equal texts have equal QR codes, and different texts do not")
    func sameText() throws {
        #expect(try #require(QRCode("kite")).svg == #require(QRCode("kite")).svg)
        #expect(try #require(QRCode("kite")).svg != #require(QRCode("kits")).svg)
    }

    @Test(
        "A text that is empty, too long or holds a NUL has no QR code",
        arguments: ["", "a\0b", String(repeating: "x", count: 2_332)])
    func noCode(text: String) { #expect(QRCode(text) == nil) }

    /// The test draws the path of the picture again.
    @Test("The SVG shows every module of the code within a white frame of four")
    func picture() throws {
        let code = try #require(QRCode("https://words.example/room/KYTE7"))
        let path = try #require(code.svg.split(separator: "<path d=\"").last?.split(separator: "\"").first)
        var dark: Set<[Int]> = []
        for run in path.split(separator: "M") {
            let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
            for column in numbers[0]..<numbers[0] + numbers[2] { dark.insert([numbers[1] - 4, column - 4]) }
        }
        for row in 0..<code.size {
            for column in 0..<code.size { #expect(dark.contains([row, column]) == code[row, column]) }
        }
        #expect(code.svg.contains("viewBox=\"0 0 \(code.size + 8) \(code.size + 8)\""))
    }
}

/// Over a socket.
@Suite(.blocking) struct InvitationTests {
    @Test("A room's QR code leads to the room under the host name of the request")
    func roomAddress() throws {
        let server = try TestServer()
        let answer = try server.ask("GET", "http://words.example:8443/api/v1/rooms/kyte7/qr.svg?scheme=https")
        #expect(answer.status == 200)
        #expect(answer["content-type"] == "image/svg+xml")
        let expected = try #require(QRCode("https://words.example:8443/room/KYTE7")).svg
        #expect(String(decoding: answer.body, as: UTF8.self) == expected)
    }

    /// The cost of a code grows faster than its text: a name of kilobytes would cost as much as hundreds of requests.
    @Test("The longest host name makes a small code, and a longer one is refused")
    func longestName() throws {
        let server = try TestServer()
        let name = String(repeating: "abcdefg.", count: 31) + "abcde"
        let longest = try server.ask("GET", "http://\(name):65535/api/v1/rooms/KYTE7/qr.svg?scheme=https")
        #expect(longest.status == 200)
        #expect(try #require(QRCode("https://\(name):65535/room/KYTE7")).size <= 73)
        #expect(try server.ask("GET", "http://\(name)a:65535/api/v1/rooms/KYTE7/qr.svg").status == 400)
        for fields in ["Host: \(name)a", "Host:"] {
            let socket = try server.connect()
            try socket.send("GET /api/v1/rooms/KYTE7/qr.svg HTTP/1.1\r\n\(fields)\r\n\r\n")
            #expect(try socket.readAnswer().status == 400, "\(fields)")
        }
    }

    /// On a slow machine the first of them are forgiven before the last is drawn.
    @Test("An address gets as many pictures a minute as the limit, and not one more")
    func limit() throws {
        let server = try TestServer { $0.requestsPerSecond = 1_000 }
        let socket = try server.connect()
        let start = ContinuousClock.now
        var drawn = 0
        var answer = try socket.ask("GET", "/api/v1/rooms/KYTE7/qr.svg")
        while answer.status == 200, drawn < 10 * Routes.picturesPerMinute {
            drawn += 1
            answer = try socket.ask("GET", "/api/v1/rooms/KYTE8/qr.svg")
        }
        #expect(answer.status == 429 && answer["retry-after"] == "1")
        let forgiven = (ContinuousClock.now - start) / .seconds(60) * Double(Routes.picturesPerMinute)
        #expect(drawn >= Routes.picturesPerMinute)
        #expect(drawn <= Routes.picturesPerMinute + Int(forgiven.rounded(.up)))
        #expect(try socket.ask("GET", "/api/v1/health").status == 200)
    }

    @Test(
        "A QR code for a bad room code, format or scheme is refused",
        arguments: [
            ("/api/v1/rooms/KYTE/qr.svg", 404), ("/api/v1/rooms/KYTE7/qr.png", 404),
            ("/api/v1/rooms/KYTE7/qr.svg?scheme=javascript", 400),
        ])
    func badAddress(path: String, status: Int) throws {
        #expect(try TestServer().ask("GET", path).status == status)
    }
}
