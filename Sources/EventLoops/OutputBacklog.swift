import Bytes
import Glibc

/// Bytes that a socket did not take yet, in order. Exists only while there are some.
final class OutputBacklog {
    /// Shared bytes of at least this length are held; shorter ones are copied, which is cheaper than their bookkeeping.
    private static let sharingThreshold = 512
    /// Own bytes are kept in pieces of about this length, so that what was sent can be given back.
    private static let pieceLength = 65_536
    /// Pieces handed to one `sendmsg`.
    private static let piecesPerWrite = 64
    /// About the bytes of this object and what it refers to, before there is any content.
    private static let ownMemory = 192
    /// About the bytes that a piece takes besides its content.
    private static let pieceMemory = 96

    /// A placeholder for a piece that was sent.
    private static let nothing = SharedBytes(copying: RawSpan(), isPermanent: true)

    private var pieces: [SharedBytes] = []
    /// Pieces at the front of ``pieces`` that have been sent.
    private var sentPieces = 0
    /// Bytes of the first piece left that have been sent.
    private var sentBytes = 0
    /// The bytes behind all pieces.
    private var tail = ByteBuffer()
    /// Bytes not sent.
    private(set) var count = 0
    /// Bytes of memory held for the waiting bytes, with sent bytes of a piece that is not all sent, and spare room.
    /// Shared bytes count for each holder, unless they are permanent.
    private(set) var memory = 0 {
        didSet { ledger.waiting += memory - oldValue }
    }
    /// Bytes of memory of `pieces`.
    private var pieceBytes = 0
    private let ledger: OutputLedger

    init(ledger: OutputLedger) {
        self.ledger = ledger
        countMemory()
    }

    deinit { ledger.waiting -= memory }

    private func countMemory() { memory = OutputBacklog.ownMemory + pieceBytes + tail.capacity }

    private static func memory(of piece: SharedBytes) -> Int { pieceMemory + (piece.isPermanent ? 0 : piece.count) }

    func append(_ bytes: UnsafeRawBufferPointer) {
        add(bytes)
        countMemory()
    }

    func append(_ header: InlineBytes, _ body: RawSpan) {
        add(header)
        body.withUnsafeBytes { add($0) }
        countMemory()
    }

    func append(_ header: InlineBytes, _ body: SharedBytes) {
        guard body.count >= OutputBacklog.sharingThreshold else { return body.withBytes { append(header, $0) } }
        add(header)
        sealTail()
        add(body)
        count += body.count
        countMemory()
    }

    private func add(_ header: InlineBytes) {
        count += header.count
        if header.count > 0 { tail.append(header) }
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        // A piece does not grow beyond its length only to be half empty.
        if tail.count + bytes.count > OutputBacklog.pieceLength { sealTail() }
        if bytes.count >= OutputBacklog.pieceLength {
            add(SharedBytes(copying: RawSpan(_unsafeBytes: bytes)))
        } else {
            tail.append(bytes)
        }
    }

    private func add(_ piece: SharedBytes) {
        pieces.append(piece)
        pieceBytes += OutputBacklog.memory(of: piece)
    }

    private func sealTail() {
        guard !tail.isEmpty else { return }
        tail.trim()
        add(tail.take().share())
    }

    /// Gives the socket as much as it takes. The errno if it fails for good.
    func drain(to descriptor: Int32) -> Int32? {
        sealTail()
        while count > 0 {
            let sent = writePieces(descriptor)
            if sent < 0 {
                if errno == EINTR { continue }
                countMemory()
                return errno == EAGAIN ? nil : errno
            }
            advance(sent)
        }
        countMemory()
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
        countMemory()
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
            pieceBytes -= OutputBacklog.memory(of: pieces[sentPieces])
            pieces[sentPieces] = OutputBacklog.nothing
            sentPieces += 1
        }
        // What was sent is given back at once, but the others are not moved for every piece of it.
        if sentPieces == pieces.count || sentPieces >= 64 {
            pieces.removeFirst(sentPieces)
            sentPieces = 0
        }
    }
}
