/// Remembers which generations have failed. See `Journal.submit`.
package struct Fence: Hashable, Sendable {
    /// The highest generation of which a transaction failed.
    private var failed: Int?

    package init() {}

    /// Whether a transaction of `generation` may still be tried.
    package func admits(_ generation: Int) -> Bool {
        guard let failed else { return true }
        return generation > failed
    }

    /// Notes that a transaction of `generation` failed: this generation and all below are over.
    package mutating func close(_ generation: Int) {
        failed = max(failed ?? generation, generation)
    }
}
