import Bytes

/// Puts styles in the place of the `@import` rules that name them. So each component keeps its styles in its own
/// folder, and a browser asks for one file.
///
/// Only rules at the head of a style are read, as CSS Cascading and Inheritance Level 4, section 2 demands of imports.
/// A rule is replaced if it names a file of the page and nothing else, such as `@import "../desk/desk.css";`.
/// Rules behind others have no effect in a browser, and keep none.
struct StyleImports {
    private let styles: [String: [UInt8]]

    /// - Parameter styles: the text of each style by its path below the folder, without comments.
    init(of styles: [String: [UInt8]]) {
        self.styles = styles
    }

    /// The style with what it imports. It stays as it is where one import cannot be replaced: a missing file, a cycle,
    /// or a style with relative addresses. Such addresses would lead elsewhere from another folder. An import behind
    /// rules would be void, so all are replaced or none.
    func joined(_ name: String) -> [UInt8] {
        joined(name, above: []) ?? styles[name] ?? []
    }

    private func joined(_ name: String, above: [String]) -> [UInt8]? {
        guard let text = styles[name], !above.contains(name) else { return nil }
        var result: [UInt8] = []
        var rest = text[...]
        while let (path, behind) = StyleImports.firstImport(of: rest) {
            let file = StyleImports.resolved(path, from: name)
            guard let style = joined(file, above: above + [name]), StyleImports.isMovable(style) else { return nil }
            result += style
            if result.last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
            rest = rest[behind...]
        }
        return result + rest
    }

    /// The path of an import with which the text begins, and the index behind it.
    private static func firstImport(of text: ArraySlice<UInt8>) -> (path: String, behind: Int)? {
        let start = text.firstIndex { !ASCII.isBlank($0) && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let start, text[start...].starts(with: "@import \"".utf8) else { return nil }
        let path = text[start...].dropFirst("@import \"".utf8.count)
        guard let quote = path.firstIndex(of: UInt8(ascii: "\"")),
            path[quote...].dropFirst().first == UInt8(ascii: ";")
        else { return nil }
        return (String(decoding: path[..<quote], as: UTF8.self), quote + 2)
    }

    private static func isMovable(_ style: [UInt8]) -> Bool {
        let text = String(decoding: style, as: UTF8.self)
        return !text.contains("url(") && !text.contains("@import")
    }

    /// The path below the folder of what a style names; as it is where it leads out of the folder.
    private static func resolved(_ path: String, from name: String) -> String {
        var parts = name.split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/") {
            if part == ".." {
                guard parts.popLast() != nil else { return path }
            } else if part != "." {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
