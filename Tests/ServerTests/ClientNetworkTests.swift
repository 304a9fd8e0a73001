import Sessions
import Testing

@testable import Server

@Suite struct ClientNetworkTests {
    @Test(
        "A client is an IPv4 address or an IPv6 network of 64 bits",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::ffff:192.0.2.255", "192.0.2.255"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8::1", "2001:db8:0:0::/64"),
            ("::1", "0:0:0:0::/64"),
            ("fe80::1%eth0", "fe80:0:0:0::/64"),
        ])
    func ipv6Network(_ address: String, _ network: String) {
        #expect(ClientNetwork(IPAddress(address)).description == network)
    }

    @Test("Different addresses and networks are different clients")
    func networksDiffer() {
        let network = { (address: String) in ClientNetwork(IPAddress(address)) }
        #expect(network("2001:db8::1") == network("2001:db8::ffff:1"))
        #expect(network("2001:db8::1") != network("2001:db8:0:1::1"))
        #expect(network("192.0.2.1") != network("192.0.2.2"))
        #expect(network("::1") != network("0.0.0.0"))
        #expect(ClientNetwork(nil) == ClientNetwork(nil) && ClientNetwork(nil) != network("0.0.0.0"))
    }
}
