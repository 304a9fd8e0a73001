import EventLoops
import Foundation
import HTTP1
import TestKit
import Testing

@testable import Server

@Suite(.blocking) struct ChallengesTests {
    private let folder: String
    private static let name = "LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0"
    private static let answer = "\(name).9jg46WB3rR_AHD-EBXdN7cBkH1WOu0tA3M9fm21mqTI"

    init() throws {
        folder = try TestServer.makeFolder()
        try write(ChallengesTests.answer, to: ChallengesTests.name)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    private func challenges(_ folder: String? = nil) throws -> Challenges? {
        var configuration = ServerConfiguration()
        configuration.acmeChallenges = folder ?? self.folder
        return try Challenges(configuration)
    }

    private func answer(to name: String) throws -> String? {
        try #require(try challenges()).answer(to: name).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func text(_ answer: HTTPAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    private static func target(_ name: String) -> String { "/.well-known/acme-challenge/\(name)" }

    @Test("A challenge is answered with its file, without the space behind it")
    func answered() throws {
        #expect(try answer(to: ChallengesTests.name) == ChallengesTests.answer)
        try write(ChallengesTests.answer + " \r\n\n", to: ChallengesTests.name)
        #expect(try answer(to: ChallengesTests.name) == ChallengesTests.answer)
    }

    @Test("A name that is no challenge's finds nothing, whatever the folder holds")
    func badNames() throws {
        try write("a.b", to: "a.b")
        try write("a b.c", to: "a b")
        for name in ["", ".", "..", "a.b", "a b", "a/b", "../\(ChallengesTests.name)", "ä", "a\0", "a=", "a+b"] {
            #expect(try answer(to: name) == nil, "\(name)")
        }
    }

    @Test("A name has at most 128 letters, and a file at most 256 bytes")
    func bounds() throws {
        let longest = String(repeating: "n", count: Challenges.longestName)
        try write("\(longest).d", to: longest)
        #expect(try answer(to: longest) == "\(longest).d")
        try write("\(longest)n.d", to: longest + "n")
        #expect(try answer(to: longest + "n") == nil)
        let most = "a." + String(repeating: "d", count: Challenges.longestFile - 2)
        try write(most, to: "a")
        #expect(try answer(to: "a") == most)
        // Also if the rest of it is only space.
        try write(most + "\n", to: "a")
        #expect(try answer(to: "a") == nil)
    }

    @Test("A file that is no answer to its own name is not given out")
    func otherFiles() throws {
        for text in ["", "secret", "b.digest", "a", "a.", "a.two words", "a.b\n\nc", "-----BEGIN PRIVATE KEY-----"] {
            try write(text, to: "a")
            #expect(try answer(to: "a") == nil, "\(text)")
        }
    }

    @Test("A link, a folder and a pipe are not read")
    func otherKinds() throws {
        let outside = try TestServer.makeFolder()
        try Data("link.digest".utf8).write(to: URL(fileURLWithPath: outside + "/link"))
        #expect(symlink(outside + "/link", folder + "/link") == 0)
        #expect(mkdir(folder + "/folder", 0o700) == 0)
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        for name in ["link", "folder", "pipe"] { #expect(try answer(to: name) == nil, "\(name)") }
    }

    @Test("A folder that is none, or that everybody may write to, stops the start")
    func badFolders() throws {
        let none = #expect(throws: ConfigurationFault.self) { try challenges("/nowhere") }
        #expect(none?.description == "acme-challenges: /nowhere is no folder")
        #expect(chmod(folder, 0o777) == 0)
        let open = #expect(throws: ConfigurationFault.self) { try TestServer { $0.acmeChallenges = folder } }
        #expect(open?.description.contains("can be written to by everybody: chmod o-w \(folder)") == true)
        #expect(chmod(folder, 0o1777) == 0)
        let shared = #expect(throws: ConfigurationFault.self) { try challenges(folder) }
        #expect(shared?.description.hasSuffix("by everybody: take a folder of its own in it") == true, "as /tmp is")
        var configuration = TestServer.configuration(folder + "/data")
        configuration.acmeChallenges = "/nowhere"
        #expect(SettingsCheck(configuration).faults.contains { $0.description.hasPrefix("acme-challenges: ") })
        #expect(try challenges("") == nil)
    }

    @Test("A server without the setting has nothing there")
    func off() throws {
        let server = try TestServer()
        let client = try SocketClient(port: server.server.port, owner: server)
        #expect(try client.ask("GET", ChallengesTests.target(ChallengesTests.name)).status == 404)
    }

    @Test("A server of plain HTTP answers challenges")
    func plainPort() throws {
        let server = try TestServer { $0.acmeChallenges = folder }
        let client = try SocketClient(port: server.server.port, owner: server)
        let answer = try client.ask("GET", ChallengesTests.target(ChallengesTests.name))
        #expect(answer.status == 200)
        #expect(ChallengesTests.text(answer) == ChallengesTests.answer)
        #expect(answer["content-type"] == "application/octet-stream")
        #expect(answer["cache-control"] == "no-store")
        for (method, path, status) in [
            ("GET", ChallengesTests.target("other"), 404), ("GET", ChallengesTests.target("a/b"), 404),
            ("GET", ChallengesTests.target("%2e%2e"), 400), ("GET", "/.well-known/acme-challenge", 404),
            ("POST", ChallengesTests.target(ChallengesTests.name), 405),
        ] {
            #expect(try client.ask(method, path).status == status, "\(method) \(path)")
        }
        // A file that has come since the start.
        try write("late.digest", to: "late")
        #expect(ChallengesTests.text(try client.ask("GET", ChallengesTests.target("late"))) == "late.digest")
    }

    @Test("A server that speaks TLS answers challenges on both ports, and redirects the rest")
    func bothPorts() throws {
        let certificate = try TestCertificate(names: ["DNS:localhost"])
        let server = try TestServer {
            $0.tlsCertificates = [certificate.certificate]
            $0.tlsKeys = [certificate.key]
            $0.tlsRedirectPort = 0
            $0.acmeChallenges = folder
        }
        let port = try #require(server.server.redirectPort)
        func plain(_ line: String, host: String = "localhost") throws -> HTTPAnswer {
            let client = try SocketClient(port: port, owner: server)
            try client.send("\(line) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            return try client.readAnswer()
        }
        let path = ChallengesTests.target(ChallengesTests.name)
        #expect(ChallengesTests.text(try plain("GET \(path)")) == ChallengesTests.answer)
        // For a name whose certificate is still to come.
        #expect(ChallengesTests.text(try plain("GET \(path)", host: "new.example")) == ChallengesTests.answer)
        #expect(try plain("GET \(ChallengesTests.target("other"))").status == 404)
        #expect(try plain("POST \(path)").status == 308)
        #expect(try plain("GET /").status == 308)
        let client = try TLSClient(port: server.server.port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: try client.readToEnd(), as: UTF8.self).hasSuffix("\r\n\r\n\(ChallengesTests.answer)"))
        withExtendedLifetime(server) {}
    }

    @Test("The port for redirects answers challenges before there is a certificate")
    func noCertificateYet() throws {
        let server = try TestServer {
            $0.tlsRedirectPort = 0
            $0.acmeChallenges = folder
        }
        let port = try #require(server.server.redirectPort)
        for (path, status) in [(ChallengesTests.target(ChallengesTests.name), 200), ("/", 421)] {
            let client = try SocketClient(port: port, owner: server)
            try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.readAnswer().status == status)
        }
    }
}
