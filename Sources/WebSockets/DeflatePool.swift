import Bytes

/// The permessage-deflate resources that the WebSockets of a shard share: settings, and idle compressors and
/// decompressors. A connection without context take-over borrows both for each message and owns none.
package final class DeflatePool {
    /// Compressors and decompressors.
    let stock: DeflateStock
    private var terms: [DeflateTerms.Key: DeflateTerms] = [:]

    /// The settings of all WebSockets that use this pool.
    package var settings: DeflateSettings { stock.settings }

    /// An empty pool. `noteCompression` hears of every message that is compressed: its bytes before and after.
    package init(
        _ settings: DeflateSettings, noteCompression: ((_ before: Int, _ after: Int) -> Void)? = nil
    ) {
        precondition((1...9).contains(settings.level) && (1...9).contains(settings.memoryLevel))
        precondition(settings.threshold >= 0 && settings.maximumRatio > 0 && settings.ratioStep > 0)
        stock = DeflateStock(settings, noteCompression)
    }

    /// Returns the shared terms of all ends with this role and agreement.
    func terms(_ agreement: DeflateAgreement, isServer: Bool) -> DeflateTerms {
        let key = DeflateTerms.Key(
            sends: isServer ? agreement.server : agreement.client,
            receives: isServer ? agreement.client : agreement.server)
        if let known = terms[key] { return known }
        let made = DeflateTerms(key, stock)
        terms[key] = made
        return made
    }
}

/// The compressors and decompressors of a ``DeflatePool``, which lives as long as a WebSocket that may need them.
final class DeflateStock {
    let settings: DeflateSettings
    private let noteCompression: ((_ before: Int, _ after: Int) -> Void)?
    private var deflaters: [Deflater] = []
    private var inflaters: [Inflater] = []
    /// The memory into which a message is compressed. Taken by whoever compresses, and given back.
    private var scratch = ByteBuffer()

    /// Bytes of the scratch memory that are kept between messages.
    private static let scratchKept = 65_536

    init(_ settings: DeflateSettings, _ noteCompression: ((_ before: Int, _ after: Int) -> Void)?) {
        self.settings = settings
        self.noteCompression = noteCompression
    }

    /// A compressor that knows no earlier message.
    func takeDeflater(_ window: WindowBits) -> Deflater {
        guard let index = deflaters.lastIndex(where: { $0.window == window }) else {
            return Deflater(window: window, settings)
        }
        return deflaters.remove(at: index)
    }

    /// Keeps a compressor for the next message, unless enough are kept.
    func give(_ deflater: Deflater) {
        guard deflaters.count(where: { $0.window == deflater.window }) < settings.pooled else { return }
        deflater.forget()
        deflaters.append(deflater)
    }

    /// A decompressor that knows no earlier message.
    func takeInflater(_ window: WindowBits) -> Inflater {
        guard let index = inflaters.lastIndex(where: { $0.window == window }) else { return Inflater(window: window) }
        return inflaters.remove(at: index)
    }

    /// Keeps a decompressor for the next message, unless enough are kept.
    func give(_ inflater: Inflater) {
        guard inflaters.count(where: { $0.window == inflater.window }) < settings.pooled else { return }
        inflater.reset()
        inflaters.append(inflater)
    }

    /// Compresses a message and calls `body` with the result.
    func compress<Result>(_ message: RawSpan, with deflater: Deflater, _ body: (RawSpan) -> Result) -> Result {
        var buffer = scratch.take()
        defer {
            if buffer.capacity <= DeflateStock.scratchKept {
                buffer.removeAll()
                scratch = buffer.take()
            }
        }
        deflater.compress(message, to: &buffer)
        noteCompression?(message.byteCount, buffer.count)
        return buffer.withBytes(body)
    }

    /// Compressors and decompressors that wait, for tests.
    var idle: (deflaters: Int, inflaters: Int) { (deflaters.count, inflaters.count) }
}

/// The terms shared by all WebSockets of a pool with the same agreement. An idle WebSocket keeps only a pointer to
/// them.
final class DeflateTerms {
    struct Key: Hashable {
        /// The compression of sent messages.
        let sends: DeflateAgreement.Direction
        /// The compression of received messages.
        let receives: DeflateAgreement.Direction
    }

    let sends: DeflateAgreement.Direction
    let receives: DeflateAgreement.Direction
    let stock: DeflateStock

    init(_ key: Key, _ stock: DeflateStock) {
        sends = key.sends
        receives = key.receives
        self.stock = stock
    }

    var settings: DeflateSettings { stock.settings }
}
