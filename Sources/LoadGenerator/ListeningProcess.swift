/// Finds who listens on a port of this machine: the socket's number in `/proc/net/tcp`, and then the process that has
/// it open. That takes the same user as the process's, or root.
package enum ListeningProcess {
    /// The number of the process; nil if it cannot be found.
    package static func find(port: UInt16) -> Int32? {
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap(ProcFile.text)
        let sockets = Set(tables.flatMap { listeningSockets(in: $0, port: port) }.map { "socket:[\($0)]" })
        guard !sockets.isEmpty else { return nil }
        for process in ProcFile.names(in: "/proc").compactMap({ Int32($0) }) {
            let folder = "/proc/\(process)/fd"
            let holds = ProcFile.names(in: folder).contains { name in
                ProcFile.link("\(folder)/\(name)").map(sockets.contains) ?? false
            }
            if holds { return process }
        }
        return nil
    }

    /// The numbers of the sockets that listen on a port, in a table of the kernel.
    static func listeningSockets(in table: String, port: UInt16) -> [String] {
        let listening = "0A"
        return table.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == listening,
                let text = fields[1].split(separator: ":").last, UInt16(text, radix: 16) == port
            else { return nil }
            return String(fields[9])
        }
    }
}
