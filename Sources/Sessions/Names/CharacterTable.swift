import Synchronization

/// Remembers what was worked out of characters, which is the same each time. Names are read on two threads.
///
/// Some characters take a tenth of a millisecond, and a name may have one of them thirty times.
final class CharacterTable<Value: Sendable>: Sendable {
    private let known = Mutex<[Unicode.Scalar: Value]>([:])
    /// The number of characters that it remembers. Then it begins anew.
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Returns what is remembered of a character, or works it out. Works out no other character of the table meanwhile.
    func value(of scalar: Unicode.Scalar, or make: (Unicode.Scalar) -> Value) -> Value {
        if let value = known.withLock({ $0[scalar] }) { return value }
        let value = make(scalar)
        known.withLock { known in
            if known.count >= capacity { known = [:] }
            known[scalar] = value
        }
        return value
    }
}
