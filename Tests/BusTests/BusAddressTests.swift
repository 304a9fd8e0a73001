import Testing

@testable import Bus

@Suite struct BusAddressTests {
    private func fault(_ text: String) -> String? {
        do throws(BusFault) {
            _ = try BusAddress(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("An address names servers, and a port where it is not the usual one")
    func servers() throws {
        let address = try BusAddress("nats://a.example,10.0.0.1:5222,[::1]:4333,[fe80::1]")
        #expect(address.servers == ["a.example:4222", "10.0.0.1:5222", "[::1]:4333", "[fe80::1]:4222"])
        #expect(!address.isSecure && address.user.isEmpty && address.passwordFile == nil)
        #expect(address.host == "a.example" && address.cluster == "main")
        #expect(try BusAddress("nats://a/blue").cluster == "blue")
        #expect(address.description == "nats://a.example:4222,10.0.0.1:5222,[::1]:4333,[fe80::1]:4222")
    }

    @Test("A secure address has files of certificates and a name")
    func secure() throws {
        let address = try BusAddress("tls://me@[::1]:1/?ca=/a&cert=/b&key=/c&host=nats.example&passfile=/d")
        #expect(address.isSecure && address.user == "me" && address.passwordFile == "/d")
        #expect(address.authorities == "/a" && address.certificate == "/b" && address.key == "/c")
        #expect(address.host == "nats.example")
        #expect(try BusAddress("tls://[::1]").host == "::1")
    }

    @Test("A token has a file and no user")
    func token() throws {
        let address = try BusAddress("nats://a?tokenfile=/t")
        #expect(address.user.isEmpty && address.passwordFile == "/t")
        #expect(fault("nats://me@a?tokenfile=/t") != nil)
        #expect(fault("nats://me@a?passfile=/p&tokenfile=/t") != nil)
    }

    @Test("A password in the address is refused, and not repeated")
    func password() throws {
        let text = try #require(fault("nats://me:secret@a"))
        #expect(text.contains("password") && !text.contains("secret"))
    }

    @Test(
        "A text that is no address of a bus is refused",
        arguments: [
            "", "a", "http://a", "nats://", "nats:///", "nats://a:0", "nats://a:65536", "nats://a:b", "nats://a,,b",
            "nats://a b", "nats://a/?x=1", "nats://a/?passfile=/p", "nats://me@a", "nats://a/?ca=/a",
            "tls://a/?cert=/a",
            "nats://m.e@a?passfile=/p", "nats://[::1", "nats://[]", "nats://[::1]x", "nats://ä", "tls://a?ca=/a&ca=/b",
            "tls://a?ca=", "nats://a/b.c", "nats://a/b/c",
        ])
    func refused(text: String) { #expect(fault(text) != nil) }

    @Test("Sixteen servers may be named, and not one more")
    func mostServers() {
        let names = (0..<BusAddress.mostServers).map { "a\($0)" }
        #expect(fault("nats://" + names.joined(separator: ",")) == nil)
        #expect(fault("nats://" + (names + ["b"]).joined(separator: ",")) != nil)
    }

    @Test("A word of a subject has 1 to 64 letters, digits, dashes and underscores")
    func words() {
        #expect(Subject.isWord("aZ09-_") && Subject.isWord(String(repeating: "a", count: 64)))
        for word in ["", "a.b", "*", ">", "a b", "ä", String(repeating: "a", count: 65)] {
            #expect(!Subject.isWord(word))
        }
        #expect(Subject("a", "b").description == "a.b")
    }
}
