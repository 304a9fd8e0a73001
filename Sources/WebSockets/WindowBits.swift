/// The size of an LZ77 window as permessage-deflate writes it (RFC 7692 section 7.1.2): the base-2 logarithm of its
/// bytes, 8 to 15.
package struct WindowBits: RawRepresentable, Hashable, Comparable, Sendable {
    /// 8 to 15.
    package let rawValue: UInt8

    /// Nil for a number out of range.
    package init?(rawValue: UInt8) {
        guard (8...15).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads the text of a parameter: a decimal integer without leading zeros.
    init?(text: some StringProtocol) {
        guard let all = WindowBits.all.first(where: { "\($0.rawValue)" == text }) else { return nil }
        self = all
    }

    private init(_ value: UInt8) {
        rawValue = value
    }

    /// 32,768 bytes: what holds where nothing was agreed.
    package static let largest = WindowBits(15)
    /// All sizes, from small to large, that is from 256 bytes.
    package static let all = (8...15).map { WindowBits(UInt8($0)) }

    /// Bytes of the window.
    package var size: Int { 1 << Int(rawValue) }

    /// The window size for zlib, whose raw deflate has none of 8 bits. With 9 bits, zlib refers back by at most 512 −
    /// 262 bytes. It keeps a longest match, a shortest match and a byte of its window as look-ahead. A peer with a
    /// window of 256 bytes can therefore read the output.
    var forZlib: Int32 { Int32(max(rawValue, 9)) }

    /// The smallest window that holds `count` bytes. The largest, if none does.
    static func holding(_ count: Int) -> WindowBits {
        all.first { $0.size >= count } ?? .largest
    }

    package static func < (left: WindowBits, right: WindowBits) -> Bool { left.rawValue < right.rawValue }
}
