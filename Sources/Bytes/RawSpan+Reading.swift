extension RawSpan {
    /// The byte at `index`. It must be there.
    @inlinable
    package func byte(at index: Int) -> UInt8 {
        precondition(index >= 0 && index < byteCount, "no such byte")
        return unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }

    /// Where the first byte of this value is. Nil if there is none.
    package func firstIndex(of byte: UInt8) -> Int? {
        withUnsafeBytes { $0.firstIndex(of: byte) }
    }

    /// A copy, for what is not hot.
    package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
