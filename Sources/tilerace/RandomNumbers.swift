import COpenSSL
import Synchronization

/// Random numbers from OpenSSL's generator, which the kernel seeds. Many are drawn at once: a client needs a masking
/// key for each frame, thousands a second. A call of the kernel for each would cost a load generator much of its time.
///
/// Nobody can foretell them (RFC 6455, section 10.3). They lie in memory until they are used: none is for secrets that
/// last.
final class RandomNumbers: Sendable {
    /// Numbers that are drawn at once.
    private static let drawn = 512

    private let left = Mutex<[UInt64]>([])

    /// 64 random bits.
    func next() -> UInt64 {
        left.withLock { left in
            if left.isEmpty { left = RandomNumbers.draw() }
            return left.removeLast()
        }
    }

    private static func draw() -> [UInt64] {
        var numbers = [UInt64](repeating: 0, count: drawn)
        let isDrawn = numbers.withUnsafeMutableBytes { bytes in
            RAND_bytes(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytes.count)) == 1
        }
        precondition(isDrawn, "OpenSSL has no randomness")
        return numbers
    }
}
