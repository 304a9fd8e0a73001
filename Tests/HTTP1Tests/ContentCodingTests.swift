import HTTP1
import Testing

@Suite struct ContentCodingTests {
    private func fields(_ name: String, _ values: [String]) -> HeaderFields {
        var fields = HeaderFields()
        for value in values { fields.append(name: name, value: value) }
        return fields
    }

    /// RFC 9110 section 12.5.3.
    @Test(
        "The preferred coding of three is chosen",
        arguments: [
            ([], .identity), ([""], .identity), (["gzip"], .gzip), (["br"], .brotli),
            (["gzip, deflate, br, zstd"], .brotli),
            (["gzip", "br"], .brotli), (["GZIP"], .gzip), (["x-gzip"], .gzip), (["deflate"], .identity),
            (["*"], .brotli), (["*;q=0.1"], .brotli), (["identity"], .identity), (["identity, gzip"], .gzip),
            (["gzip;q=0.5, br;q=0.4"], .gzip), (["gzip;q=1.0, br;q=0.999"], .gzip), (["gzip;q=0.001"], .gzip),
            (["gzip;q=0, br;q=0"], .identity), (["gzip;q=0, *"], .brotli),
            (["br;q=0, *;q=0.5, identity;q=0.6"], .identity),
            (["gzip;q=0.5, identity"], .identity), (["gzip ; Q=0.5, br ;q= 0.6"], .gzip), (["gzip;q=2"], .identity),
            (["gzip;q=0.1234"], .identity), (["gzip;q=1.001"], .identity), (["gzip;q=-1"], .identity),
            (["gzip;q=, br;q=x"], .identity), ([",,gzip,"], .gzip), (["gzip;x=y"], .gzip),
            (["identity;q=0"], nil), (["*;q=0"], nil), (["identity;q=0, gzip"], .gzip), (["*;q=0, br"], .brotli),
            (["*;q=0, identity"], .identity), (["*;q=0, identity;q=0.001"], .identity),
        ] as [([String], ContentCoding?)])
    func theBestOfAllThree(values: [String], best: ContentCoding?) {
        #expect(ContentCoding.best(of: [.identity, .gzip, .brotli], for: fields("accept-encoding", values)) == best)
    }

    @Test(
        "The preferred coding is chosen without Brotli",
        arguments: [
            (["br"], .identity), (["br, gzip"], .gzip), (["*"], .gzip), (["identity;q=0, br"], nil),
            (["br;q=1, gzip;q=0.1"], .gzip),
        ] as [([String], ContentCoding?)])
    func theBestWithoutBrotli(values: [String], best: ContentCoding?) {
        #expect(ContentCoding.best(of: [.identity, .gzip], for: fields("accept-encoding", values)) == best)
    }

    @Test(
        "A browser's Accept field asks for HTML",
        arguments: [
            (["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"], true),
            (["text/html"], true), (["TEXT/HTML;level=1"], true), (["application/xhtml+xml"], true),
            (["application/json, text/html;q=0.9"], false), (["text/html;q=0"], false), (["*/*"], false), ([], false),
            (["text/*"], false), (["application/json"], false), (["application/json;q=0.5", "text/html;q=0.6"], true),
        ] as [([String], Bool)])
    func browsersWantPages(values: [String], wants: Bool) {
        #expect(Preference.isHTML(fields("accept", values)) == wants)
    }
}
