import Testing

@testable import Server

@Suite struct ClientNetworkTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8::1", "2001:db8:0:0"),
        ("::1", "0:0:0:0"), ("::", "0:0:0:0"), ("fe80::1%eth0", "fe80:0:0:0"), ("2001:db8:1:2::", "2001:db8:1:2"),
        ("2001:db8:1::7:8:9", "2001:db8:1:0"), ("", ""),
    ])
    func anIPv6NetworkOf64BitsIsOneClient(_ address: String, _ network: String) {
        #expect(ClientNetwork.name(of: address) == network)
    }
}
