import Bytes
import HTTP1

/// A file of the page, ready to be sent in each of its codings.
final class StaticFile: Sendable {
    /// The file in one coding.
    struct Representation: Sendable {
        let coding: ContentCoding
        /// The body, shared by all readers.
        let body: SharedBytes
        /// Strong (RFC 9110 section 8.8.3): the same bytes have the same tag on every server, and each coding its own.
        let tag: EntityTag

        init(_ coding: ContentCoding, _ body: [UInt8], isPermanent: Bool) {
            self.coding = coding
            self.body = SharedBytes(copying: body.span.bytes, isPermanent: isPermanent)
            tag = EntityTag(of: body)
        }
    }

    /// The value of Content-Type.
    let contentType: String
    /// When it was last written.
    let modified: HTTPDate
    /// The file as it is, and in the codings that make it shorter.
    let representations: [Representation]

    /// Packs a file, if it is to be packed. `brotli` is what the host has made with that program: there is no brotli in
    /// here. `isPermanent` unless it is made for one answer.
    init(
        body: [UInt8], contentType: String, modified: HTTPDate, packs: Bool = true, brotli: [UInt8]? = nil,
        isPermanent: Bool = true
    ) {
        self.contentType = contentType
        self.modified = modified
        var representations = [Representation(.identity, body, isPermanent: isPermanent)]
        let packed = packs ? Gzip.compress(body) : body
        if StaticFile.isWorthwhile(packed, for: body) {
            representations.append(Representation(.gzip, packed, isPermanent: isPermanent))
        }
        // A file that the host packed for brotli has its comments still.
        if let brotli, brotli.count < packed.count, StaticFile.isWorthwhile(brotli, for: body) {
            representations.append(Representation(.brotli, brotli, isPermanent: isPermanent))
        }
        self.representations = representations
    }

    /// Whether a coding saves more than the field line costs that names it. Fonts and pictures are packed already.
    private static func isWorthwhile(_ packed: [UInt8], for body: [UInt8]) -> Bool {
        packed.count + "Content-Encoding: gzip\r\n".utf8.count < body.count
    }

    /// The time for which a browser may reuse the file without asking.
    enum Freshness: String, Sendable {
        /// The address contains a digest of the content, which never changes.
        case immutable = "public, max-age=31536000, immutable"
        /// The browser revalidates each time, and mostly receives 304.
        case asksAgain = "no-cache"
    }

    /// The answer to a GET or HEAD: the best coding for who asks, unless its conditions say otherwise, and of that the
    /// range it wants.
    func response(to head: RequestHead, _ freshness: Freshness, now: HTTPDate) -> HTTPResponse {
        let available = representations.map(\.coding)
        guard let coding = ContentCoding.best(of: available, for: head.fields),
            let representation = representations.first(where: { $0.coding == coding })
        else {
            var refusal = HTTPResponse.problem(.notAcceptable, "The file is there, but in no coding that you accept.")
            refusal.head.add("Vary", "Accept-Encoding")
            return refusal
        }
        // RFC 9110 section 8.8.2.1: never later than the answer itself.
        let modified = min(modified, now)
        switch Preconditions(of: head, tag: representation.tag, modified: modified, now: now) {
        case .failed: return .problem(.preconditionFailed, "The file is not what you thought it was.")
        case .notModified:
            return HTTPResponse(
                .notModified, fields: validators(representation, freshness, modified), policy: policy)
        case .hold: break
        }
        var fields = validators(representation, freshness, modified)
        fields.append(("Accept-Ranges", "bytes"))
        if coding != .identity { fields.append(("Content-Encoding", coding.rawValue)) }
        let body = representation.body
        switch range(of: head, representation) {
        case .ignored: return content(.ok, fields, body)
        case .part(let range):
            fields.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"))
            return content(.partialContent, fields, SharedBytes(range, of: body))
        case .unsatisfiable:
            var refusal = HTTPResponse.problem(.rangeNotSatisfiable, "The file has \(body.count) bytes.")
            refusal.head.add("Content-Range", "bytes */\(body.count)")
            return refusal
        }
    }

    /// RFC 9110 section 14.2: of GET only, and after the conditions.
    private func range(of head: RequestHead, _ representation: Representation) -> ByteRange {
        let ranges = head.fields.values(of: "range")
        guard head.method == .get, ranges.count == 1, Preconditions.allowsRange(head, tag: representation.tag) else {
            return .ignored
        }
        return ByteRange(ranges[0], length: representation.body.count)
    }

    /// The policy of the file, sent with a 304 too: browsers put its fields in place of those that they have (RFC 9111
    /// section 3.2).
    private var policy: ContentPolicy { contentType.hasPrefix("text/html") ? .page : .nothing }

    /// The fields that a 304 repeats from the 200 (RFC 9110 section 15.4.5).
    private func validators(
        _ representation: Representation, _ freshness: Freshness, _ modified: HTTPDate
    ) -> [(name: String, value: String)] {
        [
            ("Cache-Control", freshness.rawValue), ("ETag", representation.tag.text),
            ("Last-Modified", modified.text), ("Vary", "Accept-Encoding"),
        ]
    }

    private func content(
        _ status: HTTPStatus, _ fields: [(name: String, value: String)], _ body: SharedBytes
    ) -> HTTPResponse {
        HTTPResponse(status, fields: fields + [("Content-Type", contentType)], body: body, policy: policy)
    }
}
