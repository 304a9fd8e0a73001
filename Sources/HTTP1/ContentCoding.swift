/// The content coding of a representation (RFC 9110 section 8.4.1).
package enum ContentCoding: String, Sendable, CaseIterable {
    // The coding that packs better comes first: it is taken among codings that a client likes equally.
    case brotli = "br"
    case gzip
    case identity

    /// The best of the available codings for a client, by its Accept-Encoding (section 12.5.3). Nil if it takes none of
    /// them. What a client does not mention it does not get, but for `identity`, unless that is excluded too.
    package static func best(of available: [ContentCoding], for fields: HeaderFields) -> ContentCoding? {
        let list = QualityList("accept-encoding", in: fields)
        let weighed = allCases.filter(available.contains).map { coding -> (coding: ContentCoding, weight: Int) in
            let named = coding == .gzip ? list.weight(of: "gzip", "x-gzip") : list.weight(of: coding.rawValue)
            // Doubled, so that there is a weight below the least one for identity that is not mentioned.
            if let weight = named ?? list.weight(of: "*") { return (coding, weight * 2) }
            return (coding, coding == .identity ? 1 : 0)
        }
        var best: (coding: ContentCoding, weight: Int)?
        for candidate in weighed where candidate.weight > best?.weight ?? 0 { best = candidate }
        return best?.coding
    }
}
