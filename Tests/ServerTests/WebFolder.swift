import Foundation

/// A folder of files to be served, which goes with this object.
final class WebFolder {
    /// Absolute path.
    let path: String

    init(_ files: [String: String]) throws {
        path = NSTemporaryDirectory() + "tilerace-web-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
