import Foundation
import Testing

/// The files of the repository, as the tests of the architecture read them.
enum SourceTree {
    /// The repository's root folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A text file.
    struct File: Sendable, CustomTestStringConvertible {
        /// Relative to the root, `Sources/Bytes/Base64.swift`.
        let path: String
        let text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        var testDescription: String { path }

        /// Last part of the path after the dot.
        var kind: String { path.split(separator: "/").last?.split(separator: ".").last.map(String.init) ?? "" }

        /// `Bytes` of `Sources/Bytes/Base64.swift`; nil elsewhere.
        var target: String? {
            let parts = path.split(separator: "/")
            return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
        }
    }

    /// Folders that no clone has.
    private static let generated: Set = [
        ".build", ".git", ".swiftpm", "data", "test-output", "node_modules", "__pycache__", ".venv", ".claude",
        ".vscode",
    ]

    /// Every text file of the repository, sorted by path.
    static let all: [File] = {
        var files: [File] = []
        collect(root.path, "", into: &files)
        return files.sorted { $0.path < $1.path }
    }()

    /// The Swift files of `Sources/`.
    static let sources = all.filter { $0.target != nil && $0.kind == "swift" }

    /// One file that must be there.
    static func file(_ path: String) throws -> File {
        guard let file = all.first(where: { $0.path == path }) else { throw CocoaError(.fileNoSuchFile) }
        return file
    }

    private static func collect(_ folder: String, _ prefix: String, into files: inout [File]) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard !generated.contains(name) else { continue }
            let path = folder + "/" + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                collect(path, prefix + name + "/", into: &files)
            } else if let data = FileManager.default.contents(atPath: path),
                let text = String(validating: data, as: UTF8.self)
            {
                files.append(File(path: prefix + name, text: text))
            }
        }
    }
}
