import Sessions

extension ClientNetwork {
    /// The network of an address. All clients whose address is unknown, as they are gone already, count as one.
    init(_ address: IPAddress?) {
        let isIPv4 = address?.isIPv4 ?? false
        self.init(bits: (isIPv4 ? address?.low : address?.high) ?? 0, isIPv4: isIPv4)
    }
}
