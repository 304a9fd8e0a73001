import Bytes
import COpenSSL
import Foundation
import HTTP1

/// The page's files, read into memory when the server starts: they are small, and a path that is not in the table cannot
/// be asked for, however it is spelled.
package struct StaticFiles: Sendable {
    /// A file ready to be sent.
    package final class File: Sendable {
        package let body: [UInt8]
        package let contentType: String
        /// Strong entity tag (RFC 9110 section 8.8.3): the same bytes have the same tag on every server.
        let entityTag: EntityTag

        init(body: [UInt8], contentType: String) {
            self.body = body
            self.contentType = contentType
            entityTag = EntityTag(Base64.url.encode(sha256(body).prefix(12)))
        }
    }

    private let files: [String: File]

    /// Folders of `web/` that are for developers.
    private static let unserved = ["tests/", "node_modules/"]
    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "woff2": "font/woff2", "txt": "text/plain; charset=utf-8",
    ]
    /// A page has no such large files; a wrong folder might.
    private static let maximumBytes = 4 << 20

    /// Reads a folder. Files of other kinds than a page has are left out.
    package init(folder: String) throws(ConfigurationFault) {
        let root = URL(fileURLWithPath: folder).standardizedFileURL.path
        guard let names = FileManager.default.enumerator(atPath: root) else {
            throw ConfigurationFault("folder of the page \(root): cannot be read")
        }
        var files: [String: File] = [:]
        for case let name as String in names where !StaticFiles.unserved.contains(where: name.hasPrefix) {
            let kind = name.split(separator: ".").last.map(String.init) ?? ""
            guard let contentType = StaticFiles.contentTypes[kind], name != "jsconfig.json",
                let data = FileManager.default.contents(atPath: root + "/" + name),
                data.count <= StaticFiles.maximumBytes
            else { continue }
            files["/" + name] = File(body: [UInt8](data), contentType: contentType)
        }
        guard let index = files["/index.html"] else {
            throw ConfigurationFault("folder of the page \(root): there is no index.html")
        }
        files["/"] = index
        self.files = files
    }

    /// The file for a path; the page itself for paths that it routes on its own.
    package func file(for path: String) -> File? {
        if path == "/today" || path.hasPrefix("/room/") { return files["/"] }
        return files[path]
    }
}

/// SHA-256 of some bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    SHA256(bytes, bytes.count, &digest)
    return digest
}
