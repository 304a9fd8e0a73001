import Sessions

extension ClientNetwork {
    /// The network of an address. All clients whose address is unknown, as they are gone already, count as one, from
    /// 0.0.0.0: nobody who is there comes from that, and the 0 of IPv6 is the network of `::1`.
    init(_ address: IPAddress?) {
        guard let address else {
            self.init(bits: 0, isIPv4: true)
            return
        }
        self.init(bits: address.isIPv4 ? address.low : address.high, isIPv4: address.isIPv4)
    }
}
