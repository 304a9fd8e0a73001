/// Durations for people.
enum Milliseconds {
    /// ns as ms, with two digits behind the point.
    static func text(_ nanoseconds: Int64) -> String { Decimals.text(Double(nanoseconds) / 1e6, digits: 2) }
}

/// Numbers for people.
enum Decimals {
    /// A number with so many digits behind the point.
    static func text(_ number: Double, digits: Int) -> String {
        let factor = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = Int((number * Double(factor)).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(scaled.magnitude % UInt(factor))
        return (scaled < 0 ? "-" : "") + "\(scaled.magnitude / UInt(factor))."
            + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
