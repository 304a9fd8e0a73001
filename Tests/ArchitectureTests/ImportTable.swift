/// The imports that a document permits each target.
struct ImportTable {
    struct Row: Equatable {
        let target: String
        /// Targets of this package, sorted.
        let targets: [String]
        /// Modules of the toolchain.
        var modules: [String] = []
    }

    let rows: [Row]

    /// The rows of the table under the heading that begins `## The targets`.
    init(markdown: String) {
        let section = markdown.split(separator: "\n## ").first { $0.hasPrefix("The targets") } ?? ""
        rows = section.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map(Self.quoted)
            guard line.hasPrefix("| `"), cells.count == 4, let target = cells[0].first else { return nil }
            return Row(target: target, targets: cells[2].sorted(), modules: cells[3])
        }
    }

    /// The targets under `Sources/` that a package manifest declares, in its order.
    init(manifest: String) {
        let library = #/\.(?:systemLibrary|target)\(\s*name: "(?<name>[^"]+)"(?!,\s*path: "Tests)(?!,\s*dependencies)/#
        let layer = #/layer\(\s*"(?<name>[^"]+)"(?:,\s*\[(?<list>[^\]]*)\])?\s*\)/#
        let executable =
            #/\.executableTarget\(\s*name: "(?<name>[^"]+)",\s*dependencies: \[(?<list>[^\]]*)\](?!,\s*path: "Tests)/#
        func row(_ name: Substring, _ list: Substring?) -> Row {
            let names = (list ?? "").matches(of: #/"([^"]+)"/#).map { String($0.1) }
            return Row(target: String(name), targets: names.sorted())
        }
        rows =
            manifest.matches(of: library).map { row($0.name, nil) }
            + manifest.matches(of: layer).map { row($0.name, $0.list) }
            + manifest.matches(of: executable).map { row($0.name, $0.list) }
    }

    /// The words in backticks.
    private static func quoted(_ cell: Substring) -> [String] {
        cell.matches(of: #/`([^`]+)`/#).map { String($0.1) }
    }

    /// The modules that a source imports.
    static func imports(of source: String) -> [String] {
        SwiftText(source).lines.compactMap { line in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
                words[..<at].allSatisfy({
                    $0.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains($0)
                })
            else { return nil }
            // `import struct Foundation.Date`
            let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let name = kinds.contains(String(words[at + 1])) ? words.last : words[at + 1]
            return name?.split(separator: ".").first.map(String.init)
        }
    }

    /// The imports that the table does not allow.
    func violations(of target: String, source: String) -> [String] {
        guard let row = rows.first(where: { $0.target == target }) else { return ["\(target) is not in the table"] }
        return Self.imports(of: source).filter {
            !row.targets.contains($0) && !row.modules.contains($0) && $0 != "Swift"
        }
    }
}
