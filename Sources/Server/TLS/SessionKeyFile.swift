import Foundation
import Puzzles
import Sessions

/// The file `session-key` of a data folder: the keys that sign session tokens.
///
/// One key a line, `VERSION` and 64 hexadecimal digits; a line with the digits alone is version 1, as which the file
/// begins. The highest version signs, all verify.
package struct SessionKeyFile: Sendable {
    /// The file's name in the data folder.
    static let name = "session-key"
    /// Keys at most: each is tried by its name, so that old ones cost nothing but this file.
    private static let mostKeys = 100
    private static let largestVersion = 1_000_000_000

    private let folder: DataFolder

    /// The file of a folder, which need not be there yet.
    package init(of folder: DataFolder) { self.folder = folder }

    private var path: String { folder.path + "/" + SessionKeyFile.name }

    /// A line of it.
    private struct Line {
        let version: Int
        let bytes: [UInt8]
        var text: String { "\(version) \(bytes.hexadecimal)\n" }
    }

    /// The keys. Throws if there is no file: another key in its place would log everybody out.
    package func keys() throws(ConfigurationFault) -> [SessionKey] {
        try lines().map { SessionKey(version: $0.version, bytes: $0.bytes) }
    }

    /// The keys for the start of a server. Makes a first one if there is no file.
    ///
    /// Precondition: ``DataFolder/checkIsWhole()`` has refused a folder whose players have lost their keys.
    package func keysOrFirst() throws(ConfigurationFault) -> [SessionKey] {
        _ = try folder.text(ofSecret: SessionKeyFile.name)
        return try keys()
    }

    /// Adds a key, which signs from then on, and answers its version. A server that runs takes it when it reads its
    /// keys again.
    package func rotate() throws(ConfigurationFault) -> Int {
        try folder.alone { () throws(ConfigurationFault) in
            let lines = try lines()
            let version = (lines.map(\.version).max() ?? 0) + 1
            guard lines.count < SessionKeyFile.mostKeys, version <= SessionKeyFile.largestVersion else {
                throw ConfigurationFault("\(path): has \(lines.count) keys; forget some")
            }
            let act = FolderActs.Act(.rotateKey, "key \(version)")
            try write(lines + [Line(version: version, bytes: randomBytes(32))], act)
            return version
        }
    }

    /// Removes a key: tokens of it are void. Refused for one that is not there, and for the newest.
    package func forget(_ version: Int) throws(ConfigurationFault) {
        try folder.alone { () throws(ConfigurationFault) in
            let lines = try lines()
            guard lines.contains(where: { $0.version == version }) else {
                throw ConfigurationFault("\(path): there is no key \(version)")
            }
            guard version != lines.map(\.version).max() else {
                throw ConfigurationFault("\(path): key \(version) is the newest; add another one first")
            }
            let act = FolderActs.Act(.forgetKey, "key \(version)")
            try write(lines.filter { $0.version != version }, act)
        }
    }

    private func write(_ lines: [Line], _ act: FolderActs.Act) throws(ConfigurationFault) {
        try FolderActs(in: folder).during([act], changing: SessionKeyFile.name) { () throws(ConfigurationFault) in
            try folder.replace(SessionKeyFile.name, with: lines.map(\.text).joined())
        }
    }

    private func content() throws(ConfigurationFault) -> String {
        guard try RegularFile.isThere(path) else {
            try folder.checkIsWhole()
            throw ConfigurationFault(
                "\(path): is not there: the first start on the folder makes it, and every backup has it")
        }
        return String(decoding: try RegularFile.read(path), as: UTF8.self)
    }

    private func lines() throws(ConfigurationFault) -> [Line] {
        var lines: [Line] = []
        for (index, text) in try content().split(whereSeparator: \.isNewline).enumerated() {
            let parts = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard !parts.isEmpty else { continue }
            guard let line = SessionKeyFile.line(parts), !lines.contains(where: { $0.version == line.version }) else {
                throw ConfigurationFault(
                    "\(path), line \(index + 1): must be a version from 1 that no other line has, and 64 hexadecimal digits"
                )
            }
            lines.append(line)
        }
        guard !lines.isEmpty else { throw ConfigurationFault("\(path): must hold 64 hexadecimal digits") }
        return lines
    }

    private static func line(_ parts: [Substring]) -> Line? {
        guard (1...2).contains(parts.count), let bytes = parts.last.flatMap({ [UInt8](hexadecimal: $0) }),
            bytes.count == 32, let version = parts.count == 2 ? Int(parts[0]) : 1,
            (1...largestVersion).contains(version)
        else { return nil }
        return Line(version: version, bytes: bytes)
    }
}
