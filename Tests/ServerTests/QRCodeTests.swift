import TestKit
import Testing

@testable import Server

@Suite struct QRCodeTests {
    /// The three squares by which a camera finds the code, each in a white frame (ISO/IEC 18004 section 6.3.3).
    @Test(arguments: ["a", "https://words.example/room/KYTE7", String(repeating: "x", count: 2_331)])
    func theFindersAreInTheirCorners(text: String) throws {
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

    @Test func theSameTextIsTheSameCode() throws {
        #expect(try #require(QRCode("kite")).svg == #require(QRCode("kite")).svg)
        #expect(try #require(QRCode("kite")).svg != #require(QRCode("kits")).svg)
    }

    @Test(arguments: ["", "a\0b", String(repeating: "x", count: 2_332)])
    func whatIsNoTextOrTooLongIsNone(text: String) { #expect(QRCode(text) == nil) }

    /// Draws the path of the picture again: what a browser shows is what the code says, in four modules of white.
    @Test func thePictureIsTheCode() throws {
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
    @Test func theCodeLeadsToTheRoomUnderTheNameAskedFor() throws {
        let server = try TestServer()
        let answer = try server.ask("GET", "http://words.example:8443/api/v1/rooms/kyte7/qr.svg?scheme=https")
        #expect(answer.status == 200)
        #expect(answer["content-type"] == "image/svg+xml")
        let expected = try #require(QRCode("https://words.example:8443/room/KYTE7")).svg
        #expect(String(decoding: answer.body, as: UTF8.self) == expected)
    }

    /// What a code costs grows faster than its text: that of a name of kilobytes is the work of hundreds of requests.
    @Test func theLongestNameMakesASmallCode() throws {
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

    @Test(arguments: [
        ("/api/v1/rooms/KYTE/qr.svg", 404), ("/api/v1/rooms/KYTE7/qr.png", 404),
        ("/api/v1/rooms/KYTE7/qr.svg?scheme=javascript", 400),
    ]) func whatIsNoRoomsAddressIsRefused(path: String, status: Int) throws {
        #expect(try TestServer().ask("GET", path).status == status)
    }
}
