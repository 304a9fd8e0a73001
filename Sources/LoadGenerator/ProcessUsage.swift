import Glibc

/// The resource usage of a process on this machine, as the kernel reports it.
package struct ProcessUsage: Sendable {
    /// Seconds of processor time, on all cores together.
    package let processorSeconds: Double
    /// Bytes of memory that are resident.
    package let residentBytes: Int

    /// Reads the usage of a process. Nil if no process has this number, or reading it is not permitted.
    package init?(of process: Int32) {
        // The name in brackets may hold blanks and brackets; after the last one the fields are numbers.
        guard let stat = ProcFile.text("/proc/\(process)/stat"), let bracket = stat.lastIndex(of: ")"),
            let memory = ProcFile.text("/proc/\(process)/statm")
        else { return nil }
        let fields = stat[bracket...].split(separator: " ")
        let pages = memory.split(separator: " ")
        guard fields.count > 12, pages.count > 1, let user = Double(fields[12]), let system = Double(fields[13]),
            let resident = Int(pages[1])
        else { return nil }
        processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        residentBytes = resident * sysconf(Int32(_SC_PAGESIZE))
    }

    /// The usage of this process.
    package static var own: ProcessUsage? { ProcessUsage(of: getpid()) }
}

/// Reads the small files of `/proc`.
enum ProcFile {
    /// The content of a file; nil if it cannot be read.
    static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += piece[..<count]
        }
    }

    /// The names in a folder; none if it cannot be read.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// The target of a symbolic link of `/proc`; nil if it is none of ours.
    static func link(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: 256)
        let count = readlink(path, &target, target.count)
        return count > 0 ? String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
