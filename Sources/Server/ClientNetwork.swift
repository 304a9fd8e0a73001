/// Whom the limits by address count as one.
enum ClientNetwork {
    /// The address itself for IPv4. For IPv6 its first 64 bits: a network of that size is the least that anybody gets, so
    /// its owner could else come from as many addresses as there are.
    static func name(of address: String) -> String {
        guard address.contains(":") else { return address }
        let text = address.split(separator: "%").first ?? ""
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        // `::` stands for as many zero groups as are missing; at an end it leaves two empty pieces.
        guard let gap = halves.firstIndex(of: "") else { return halves.prefix(4).joined(separator: ":") }
        let before = halves[..<gap].filter { !$0.isEmpty }
        let after = halves[gap...].filter { !$0.isEmpty }
        let zeros = Array(repeating: Substring("0"), count: max(0, 8 - before.count - after.count))
        return (before + zeros + after).prefix(4).joined(separator: ":")
    }
}
