import CNATS
import Synchronization

/// The client library of NATS, which is loaded when the first bus is opened.
enum LibNATS {
    /// The library's names, of those that Debian has had.
    static let names = ["libnats.so.3.4", "libnats.so.3.8", "libnats.so.3.9", "libnats.so.3.10", "libnats.so"]

    /// Guards the loading: several buses may be opened at once.
    private static let loading = Mutex(())

    /// Loads the first of these libraries that is there, once. Throws `libraryMissing`, with the words about the first
    /// one, if none can be used.
    static func load(_ names: [String] = names) throws(BusFault) {
        let reason: String? = loading.withLock { _ in
            var first: String?
            for name in names {
                guard let reason = nats_load(name).map({ String(cString: $0) }) else { return nil }
                first = first ?? reason
            }
            return first
        }
        if let reason { throw .libraryMissing(reason) }
    }

    /// Throws `refused`, with the library's words, unless a status is success.
    static func check(_ status: Int32) throws(BusFault) {
        guard status != Int32(NATS_STATUS_OK.rawValue) else { return }
        throw .refused(text(status))
    }

    static func text(_ status: Int32) -> String { nats_status_text(status).map { String(cString: $0) } ?? "\(status)" }
}
