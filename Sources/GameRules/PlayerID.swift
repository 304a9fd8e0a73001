/// The random identity of a player, 128 bits. It is no secret, unlike a session token, but only its owner sees it.
/// Others in a room see a seat number and a name.
public struct PlayerID: Hashable, Comparable, Sendable {
    /// The upper 64 bits.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// The identity with these bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 32 lower-case hexadecimal digits; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// 32 lower-case hexadecimal digits.
    public var text: String { PlayerID.hex(high) + PlayerID.hex(low) }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// An arbitrary but stable order.
    public static func < (a: PlayerID, b: PlayerID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
