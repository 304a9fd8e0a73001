import Bytes
import Foundation
import HTTP1

/// The answers by which an authority for certificates finds out that a host name is ours (RFC 8555 section 8.3). A
/// client of the authority (certbot, dehydrated, uacme) puts each into a folder, in a file named like the challenge.
///
/// Nothing else in that folder is given out: a file must be the answer to its own name. It is opened at each request,
/// and is so small that the event loop does not wait for it, on a disk of this machine.
struct Challenges: Sendable {
    private let folder: String

    /// The segments of the path before a challenge's name.
    static let place = [".well-known", "acme-challenge"]

    /// Bytes of a name at most. An authority takes 22 at least, and mostly 43.
    static let longestName = 128
    /// Bytes of a file at most: the name, a dot, the digest of the account's key, and blank space.
    static let longestFile = 256

    /// The folder of the setting; nil if there is none. Throws if it is no folder, or if everybody may write to it: a
    /// writer gets certificates for the server's names.
    init?(_ configuration: ServerConfiguration) throws(ConfigurationFault) {
        folder = configuration.acmeChallenges
        guard !folder.isEmpty else { return nil }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw ConfigurationFault("acme-challenges: \(folder) is no folder")
        }
        guard status.st_mode & 0o002 == 0 else {
            let mending = FileTrust.mending(of: folder, owner: status.st_uid, mode: status.st_mode, by: "o-w")
            throw ConfigurationFault("acme-challenges: \(folder) can be written to by everybody: \(mending)")
        }
    }

    /// The response to a request for the path of these segments; nil for other paths.
    func response(to segments: [String]) -> HTTPResponse? {
        guard segments.count == Challenges.place.count + 1, segments.starts(with: Challenges.place) else { return nil }
        guard let answer = answer(to: segments[Challenges.place.count]) else { return .notFound }
        return HTTPResponse(
            .ok, fields: [("Content-Type", "application/octet-stream"), ("Cache-Control", "no-store")],
            body: SharedBytes(copying: answer.span.bytes))
    }

    /// The answer in the file of a challenge; nil if there is none, or if the file is no answer to that challenge.
    func answer(to name: String) -> [UInt8]? {
        let name = Array(name.utf8)
        guard (1...Challenges.longestName).contains(name.count), name.allSatisfy(Challenges.isBase64URL),
            let file = read(String(decoding: name, as: UTF8.self))
        else { return nil }
        // Space behind it is nobody's (RFC 8555 section 8.3), and `echo` leaves a line's end.
        let answer = file.reversed().drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) }.reversed()
        let head = name + [UInt8(ascii: ".")]
        guard answer.starts(with: head), answer.count > head.count,
            answer.dropFirst(head.count).allSatisfy(Challenges.isBase64URL)
        else { return nil }
        return Array(answer)
    }

    /// A regular file of that name, which is no link; nil if it is longer than an answer.
    private func read(_ name: String) -> [UInt8]? {
        // O_NONBLOCK: to open a pipe waits for its writer.
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        // A file that cannot be read answers no challenge: the authority is told so, whatever the reason.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let bytes = try? file.read(upToCount: Challenges.longestFile + 1), bytes.count <= Challenges.longestFile
        else { return nil }
        return [UInt8](bytes)
    }

    /// RFC 4648 section 5, without padding.
    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
