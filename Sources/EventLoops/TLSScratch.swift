import Bytes

/// Memory that the TLS connections of a loop share, as each needs it only while it is worked on.
final class TLSScratch {
    /// The memory into which bytes are decrypted. It has room for one read from a socket, with a record that had come
    /// in part before.
    let plain = UnsafeMutableRawBufferPointer.allocate(
        byteCount: EventLoop.receiveBufferSize + 32_768, alignment: 64)
    /// The pieces that are to be one record, gathered.
    var gathered = ByteBuffer()
    /// Memory for records to be sent, lent to the connection that makes some.
    private var lendable = ByteBuffer()

    deinit { plain.deallocate() }

    func lend() -> ByteBuffer { lendable.take() }

    /// Takes memory back, unless it is unusually much.
    func giveBack(_ buffer: consuming ByteBuffer) {
        guard lendable.capacity == 0, buffer.capacity <= 2 * TurnOutput.softLimit else { return }
        buffer.removeAll()
        lendable = buffer
    }
}

extension TLSScratch {
    /// Encrypts what was gathered, and forgets it. Answers whether OpenSSL did.
    func sealGathered(by tls: TLSStream) -> Bool {
        defer { gathered.removeAll() }
        return gathered.withUnsafeBytes { tls.seal($0) }
    }
}
