import Bytes
import Glibc

/// Bytes that a socket did not take yet, in order. Exists only while there are some.
final class OutputBacklog {
    /// Shared bytes of at least this length are held; shorter ones are copied, which is cheaper than their bookkeeping.
    private static let sharingThreshold = 512
    /// Own bytes are kept in pieces of about this length, so that what was sent can be given back.
    private static let pieceLength = 65_536
    /// Pieces handed to one `writev`.
    private static let piecesPerWrite = 64

    private var pieces: [SharedBytes] = []
    /// Pieces at the front of ``pieces`` that have been sent.
    private var sentPieces = 0
    /// Bytes of the first piece left that have been sent.
    private var sentBytes = 0
    /// Behind all pieces.
    private var tail = ByteBuffer()
    /// Bytes not sent.
    private(set) var count = 0 {
        didSet { ledger.waiting += count - oldValue }
    }
    private let ledger: OutputLedger

    init(ledger: OutputLedger) { self.ledger = ledger }

    deinit { ledger.waiting -= count }

    func append(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        if bytes.count >= OutputBacklog.pieceLength {
            sealTail()
            pieces.append(ByteBuffer(copying: RawSpan(_unsafeBytes: bytes)).share())
        } else {
            tail.append(bytes)
            if tail.count >= OutputBacklog.pieceLength { sealTail() }
        }
    }

    func append(_ header: InlineBytes, _ body: RawSpan) {
        count += header.count
        tail.append(header)
        body.withUnsafeBytes { append($0) }
    }

    func append(_ header: InlineBytes, _ body: SharedBytes) {
        guard body.count >= OutputBacklog.sharingThreshold else { return body.withBytes { append(header, $0) } }
        count += header.count + body.count
        tail.append(header)
        sealTail()
        pieces.append(body)
    }

    private func sealTail() {
        if !tail.isEmpty { pieces.append(tail.take().share()) }
    }

    /// Gives the socket as much as it takes. The errno if it fails for good.
    func drain(to descriptor: Int32) -> Int32? {
        sealTail()
        while count > 0 {
            let sent = writePieces(descriptor)
            if sent < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN ? nil : errno
            }
            advance(sent)
        }
        return nil
    }

    private func writePieces(_ descriptor: Int32) -> Int {
        var vectors: [iovec] = []
        for index in sentPieces..<min(pieces.count, sentPieces + OutputBacklog.piecesPerWrite) {
            let skipped = index == sentPieces ? sentBytes : 0
            pieces[index].withUnsafeBytes { bytes in
                // The pieces stay in `pieces` during the call, and `sendmsg` only reads.
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                vectors.append(iovec(iov_base: start.map { $0 + skipped }, iov_len: bytes.count - skipped))
            }
        }
        return Transport.send(&vectors, to: descriptor)
    }

    /// Moves bytes from the front to a buffer, up to so many.
    func move(upTo limit: Int, to buffer: inout ByteBuffer) {
        sealTail()
        var room = min(limit, count)
        while room > 0 {
            let moved = pieces[sentPieces].withUnsafeBytes { bytes in
                let rest = bytes[sentBytes...].prefix(room)
                buffer.append(UnsafeRawBufferPointer(rebasing: rest))
                return rest.count
            }
            room -= moved
            advance(moved)
        }
    }

    private func advance(_ sent: Int) {
        count -= sent
        var rest = sent
        while rest > 0 {
            let left = pieces[sentPieces].count - sentBytes
            guard rest >= left else {
                sentBytes += rest
                break
            }
            rest -= left
            sentBytes = 0
            sentPieces += 1
        }
        // Give sent pieces back, but do not move the others for every one of them.
        if sentPieces == pieces.count || sentPieces >= 64 {
            pieces.removeFirst(sentPieces)
            sentPieces = 0
        }
    }
}
