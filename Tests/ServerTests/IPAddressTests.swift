import Sessions
import Testing

@testable import Server

@Suite struct IPAddressTests {
    @Test("An address is the same however it is written")
    func equalAddresses() {
        #expect(IPAddress("192.0.2.1") == IPAddress("::ffff:192.0.2.1"))
        #expect(IPAddress("192.0.2.1") == IPAddress("::ffff:c000:201"))
        #expect(IPAddress("2001:db8::1") == IPAddress("2001:DB8:0:0:0:0:0:1"))
        #expect(IPAddress("fe80::1%eth0") == IPAddress("fe80::1"))
        #expect(IPAddress("::1") == IPAddress(high: 0, low: 1))
        #expect(IPAddress("1:2:3:4:5:6:7:8") == IPAddress(high: 0x1_0002_0003_0004, low: 0x5_0006_0007_0008))
        #expect(IPAddress("192.0.2.1")?.isIPv4 == true && IPAddress("::1")?.isIPv4 == false)
    }

    @Test("Clients whose address is unknown are not counted with those of the machine itself")
    func unknownAddress() {
        #expect(ClientNetwork(nil) != ClientNetwork(IPAddress("::1")))
        #expect(ClientNetwork(nil) != ClientNetwork(IPAddress("127.0.0.1")))
    }

    @Test(
        "Text that is no IP address is refused",
        arguments: [
            "", "a.example", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.256", "1.2.3.4:5", "[::1]", "::1::", " ::1",
        ])
    func noAddress(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "An address is read as proxies write it, with brackets and port",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:4711", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
            ("unknown", nil), ("_hidden", nil), ("[::1", nil), (":80", nil), ("", nil),
        ])
    func forwarded(text: String, address: String?) {
        #expect(IPAddress(forwarded: text) == address.flatMap { IPAddress($0) })
    }

    private static let blocks: [(String, inside: [String], outside: [String])] = [
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"], ["9.255.255.255", "11.0.0.0", "::a00:0"]),
        ("192.0.2.1", ["192.0.2.1"], ["192.0.2.0", "192.0.2.2"]), ("192.0.2.0/31", ["192.0.2.1"], ["192.0.2.2"]),
        ("0.0.0.0/0", ["1.2.3.4", "255.255.255.255"], ["::1", "2001:db8::1"]),
        ("2001:db8::/32", ["2001:db8:ffff::1"], ["2001:db9::", "10.0.0.1"]),
        ("2001:db8::/65", ["2001:db8::7fff:ffff:ffff:ffff"], ["2001:db8::8000:0:0:0"]),
        ("2001:db8::/64", ["2001:db8::ffff:ffff:ffff:ffff"], ["2001:db8:0:1::"]),
        ("::1", ["::1"], ["::2", "127.0.0.1"]), ("::/0", ["::1", "1.2.3.4"], []),
    ]

    @Test("A block contains the addresses of its prefix length and no others", arguments: blocks)
    func blockBounds(text: String, inside: [String], outside: [String]) throws {
        let block = try #require(AddressBlock(text))
        #expect(inside.allSatisfy { address in IPAddress(address).map { block.contains($0) } == true })
        #expect(outside.allSatisfy { address in IPAddress(address).map { block.contains($0) } == false })
    }

    @Test(
        "Text that is no address block is refused",
        arguments: [
            "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.1/8", "::1/129",
            "2001:db8::1/64",
            "a/8", "fe80::1%eth0", "/8",
        ])
    func noBlock(text: String) {
        #expect(AddressBlock(text) == nil)
    }
}
