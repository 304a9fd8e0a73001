import Sessions

extension ClientNetwork {
    /// The network of an address. Clients whose address is unknown, as they have left already, count as one network,
    /// that of 0.0.0.0. No client comes from that address, while the 0 of IPv6 is the network of `::1`.
    init(_ address: IPAddress?) {
        guard let address else {
            self.init(bits: 0, isIPv4: true)
            return
        }
        self.init(bits: address.isIPv4 ? address.low : address.high, isIPv4: address.isIPv4)
    }
}
