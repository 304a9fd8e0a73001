import Bytes
import HTTP1
import WordLists

extension EntityTag {
    /// The strong tag of a body (RFC 9110 section 8.8.3): the same bytes have the same one on every server, other bytes
    /// another.
    init(of body: [UInt8]) { self.init(Base64.url.encode(Digest(of: body).bytes.prefix(12))) }
}
