/// A reason why a bus cannot be used.
package enum BusFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The client library cannot be loaded, with the linker's words.
    case libraryMissing(String)
    /// The setting is no address, with the reason.
    case address(String)
    /// The password cannot be read, with the reason.
    case password(String)
    /// The library refused options or a subscription, with its words.
    case refused(String)

    package var description: String {
        switch self {
        case .libraryMissing(let text):
            "libnats cannot be loaded: \(text). On Debian: apt-get install libnats3.4"
        case .address(let text): "the address of the bus: \(text)"
        case .password(let text): "the password of the bus: \(text)"
        case .refused(let text): "libnats: \(text)"
        }
    }
}
