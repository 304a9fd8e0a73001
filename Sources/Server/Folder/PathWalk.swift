import Foundation

/// The way that the kernel goes to a path: name by name, through every link, and up from where a link leads.
struct PathWalk {
    /// A name that is looked up in a folder.
    struct Step: Hashable {
        /// The folder, without any link.
        let folder: String
        /// The folder with the name: a file, a folder, a link, or nothing.
        let place: String
        /// The user who made the link; nil if the place is no link.
        let linkOwner: uid_t?
    }

    /// Absolute, and without `..`: going up from it by its text leads where the kernel goes. A link is kept unless the
    /// path goes up behind it.
    private(set) var path = ""
    /// Every name that is looked up, in order. Names behind one that is not there are among them.
    private(set) var steps: [Step] = []
    /// Folders that are missing on the way, outermost first.
    private(set) var missing: [String] = []

    /// The number of links that Linux follows.
    private static let mostLinks = 40

    /// Looks at a path. A relative one begins in the working directory.
    init(_ given: String) {
        let absolute = given.hasPrefix("/") ? given : FileManager.default.currentDirectoryPath + "/" + given
        // The names still to be looked up, the next one last.
        var ahead = PathWalk.names(absolute).map { (name: $0, isGiven: true) }
        var (real, shown) = ([String](), [String]())
        var links = 0
        while let (name, isGiven) = ahead.popLast() {
            guard name != "." else { continue }
            guard name != ".." else {
                if missing.last == PathWalk.text(real) { missing.removeLast() }
                _ = real.popLast()
                if isGiven { shown = real }
                continue
            }
            let folder = PathWalk.text(real)
            let place = PathWalk.text(real + [name])
            var status = stat()
            let isThere = lstat(place, &status) == 0
            let target = isThere && status.st_mode & S_IFMT == S_IFLNK ? PathWalk.target(of: place) : nil
            steps.append(Step(folder: folder, place: place, linkOwner: target == nil ? nil : status.st_uid))
            if isGiven { shown.append(name) }
            if let target, links < PathWalk.mostLinks {
                links += 1
                if target.hasPrefix("/") { real = [] }
                ahead += PathWalk.names(target).map { (name: $0, isGiven: false) }
            } else {
                real.append(name)
                if !isThere { missing.append(place) }
            }
        }
        path = PathWalk.text(shown)
    }

    /// The path in a link; nil for what is no link.
    static func target(of link: String) -> String? {
        var said = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &said, said.count)
        return count < 0 ? nil : String(decoding: said.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The names of a path, the first one last.
    private static func names(_ path: String) -> [String] { path.split(separator: "/").reversed().map(String.init) }

    private static func text(_ names: [String]) -> String { "/" + names.joined(separator: "/") }
}
