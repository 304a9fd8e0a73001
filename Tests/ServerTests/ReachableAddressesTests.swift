import Bytes
import EventLoops
import Foundation
import HTTP1
import Sessions
import TestKit
import Testing

@testable import Server

@Suite struct ReachableAddressesTests {
    private func head(_ host: String, _ target: String = "/api/v1/address") throws -> RequestHead {
        var parser = RequestParser()
        let text = Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
        let event = try ReceivedBytes.over(text) { (input: inout ReceivedBytes) throws(HTTPError) in
            try parser.next(&input)
        }
        guard case .request(let request) = event else { throw HTTPError.malformedField }
        return request.head
    }

    private func addresses(
        set: String? = nil, certificates: [String] = [], networks: [String] = ["192.0.2.7", "172.17.0.1"]
    ) -> ReachableAddresses {
        ReachableAddresses(publicAddress: set, certificateNames: { certificates }, networkAddresses: { networks })
    }

    private let here = RequestContext(client: ClientNetwork(nil), isSecure: false, isLocal: true)
    private let elsewhere = RequestContext(client: ClientNetwork(nil), isSecure: false)

    @Test(
        "At the machine itself the address of its network is told",
        arguments: ["localhost", "LOCALHOST", "tilerace.localhost", "127.0.0.1", "127.8.8.8", "[::1]"])
    func localhost(host: String) throws {
        for (port, suffix) in [(":8080", ":8080"), ("", ""), (":80", "")] {
            let told = addresses().address(for: try head(host + port), here)
            #expect(told == .init(url: "http://192.0.2.7\(suffix)", reach: .network))
        }
        let secure = addresses().address(for: try head("\(host):443", "/?scheme=https"), here)
        #expect(secure?.url == "https://192.0.2.7")
    }

    @Test(
        "Under any other name, the address is told as it was requested",
        arguments: [
            "play.example", "192.168.1.5:8080", "localhost.example", "notlocalhost:80", "[2001:db8::1]:8080", "1",
        ])
    func asked(host: String) throws {
        #expect(addresses().address(for: try head(host), here) == .init(url: "http://\(host)", reach: .asked))
        #expect(addresses(certificates: ["a.example"]).address(for: try head(host), elsewhere)?.reach == .asked)
    }

    @Test("Clients on other machines learn nothing of the server's networks")
    func strangers() throws {
        #expect(
            addresses().address(for: try head("localhost:8080"), elsewhere)
                == .init(url: "http://localhost:8080", reach: .local))
    }

    @Test("The configured address is told to everybody, else the names of certificates")
    func order() throws {
        let set = addresses(set: "https://play.example", certificates: ["other.example"])
        for (host, context) in [("localhost", here), ("localhost", elsewhere), ("192.0.2.7", elsewhere)] {
            #expect(set.address(for: try head(host), context) == .init(url: "https://play.example", reach: .public))
        }
        let named = addresses(certificates: ["*.example", "localhost", "play.example"])
        let told = named.address(for: try head("localhost:8443", "/?scheme=https"), here)
        #expect(told == .init(url: "https://play.example:8443", reach: .public))
        #expect(named.address(scheme: "https", port: "443")?.url == "https://play.example")
    }

    @Test("A server that is not reachable from other machines says so")
    func nothing() throws {
        let alone = addresses(networks: [])
        #expect(
            alone.address(for: try head("localhost:8080"), here) == .init(url: "http://localhost:8080", reach: .local))
        #expect(alone.address(scheme: "http", port: "8080") == nil)
        #expect(alone.address(for: try head("localhost", "/?scheme=ftp"), here) == nil)
    }
}

/// Over a socket.
@Suite(.blocking) struct AddressResourceTests {
    @Test("The address, the QR code of a room and that of another device are the same")
    func oneAddress() throws {
        let server = try TestServer { $0.publicAddress = "https://play.example" }
        let told = try server.ask("GET", "/api/v1/address").json
        #expect(told["url"]?.text == "https://play.example" && told["reach"]?.text == "public")
        let picture = try server.ask("GET", "/api/v1/rooms/kyte7/qr.svg")
        #expect(String(decoding: picture.body, as: UTF8.self) == QRCode("https://play.example/room/KYTE7")?.svg)
        let cookie = try server.guest()
        let link = try server.ask(
            "POST", "/api/v1/me/link",
            fields: [cookie, "Origin: https://play.example", "Content-Type: application/json"]
        ).json
        #expect(link["url"]?.text == "https://play.example")
        let code = try #require(link["code"]?.text)
        #expect(link["qr"]?["path"]?.text == QRCode("https://play.example/link#\(code)")?.path(margin: 0))
    }

    @Test("A page of the configured address is allowed, even if a proxy changes the Host field")
    func publicOrigin() throws {
        let server = try TestServer { $0.publicAddress = "https://play.example:8443" }
        let fields = ["Origin: https://play.example:8443", "Content-Type: application/json"]
        #expect(try server.ask("POST", "/api/v1/session", fields: fields).status == 201)
        let other = ["Origin: https://play.example", "Content-Type: application/json"]
        #expect(try server.ask("POST", "/api/v1/session", fields: other).status == 403)
    }

    @Test("A forwarded request does not count as local")
    func passedOn() throws {
        let server = try TestServer()
        for field in ["X-Forwarded-For: 192.0.2.1", "X-Real-IP: 192.0.2.1", "Forwarded: for=a", "Via: 1.1 a"] {
            let told = try server.ask("GET", "/api/v1/address", fields: [field]).json
            #expect(told["reach"]?.text == "local", "\(field)")
        }
    }
}
