/// The address of a NATS server, or of several of one cluster:
/// `nats://user@host:port,host:port/CLUSTER?passfile=/path`, `?tokenfile=/path` without a user, and `tls://` for TLS.
/// It holds no password: other users of the machine can read the arguments of a program.
package struct BusAddress: Hashable, Sendable, CustomStringConvertible {
    /// Whether the way is encrypted.
    package let isSecure: Bool
    /// The user, who then has a password; empty for none.
    package let user: String
    /// `host:port` of each server.
    package let servers: [String]
    /// The name in the servers' certificates: that of the setting, or else the first server's.
    package let host: String
    /// The name that the servers have in common which belong together: others may use the same bus.
    package let cluster: String
    /// The path of a file with the user's password in its first line, or with a token where there is no user.
    package let passwordFile: String?
    /// The path of a file with the authorities whose certificates count; nil for the system's.
    package let authorities: String?
    /// The paths of our own certificate and its key.
    package let certificate: String?
    package let key: String?

    /// The servers, for the log.
    package var description: String { "\(isSecure ? "tls" : "nats")://\(servers.joined(separator: ","))" }

    /// Servers at most.
    package static let mostServers = 16
    private static let longest = 4_096
    private static let usualPort = "4222"
    private static let usualCluster = "main"

    /// Reads an address. Throws `address` for one that is none, or has a password.
    package init(_ text: String) throws(BusFault) {
        guard text.utf8.count <= BusAddress.longest, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .address("it has blanks or letters that no address has")
        }
        var rest: Substring
        if text.hasPrefix("tls://") {
            isSecure = true
            rest = text.dropFirst("tls://".count)
        } else if text.hasPrefix("nats://") {
            isSecure = false
            rest = text.dropFirst("nats://".count)
        } else {
            throw .address("it must begin with nats:// or tls://")
        }
        var options: [Substring: String] = [:]
        if let mark = rest.firstIndex(of: "?") {
            options = try BusAddress.options(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        var cluster = Substring(BusAddress.usualCluster)
        if let slash = rest.firstIndex(of: "/") {
            let name = rest[rest.index(after: slash)...]
            if !name.isEmpty { cluster = name }
            rest = rest[..<slash]
        }
        guard Subject.isWord(String(cluster)) else {
            throw .address("a cluster's name is made of letters, digits, - and _")
        }
        self.cluster = String(cluster)
        if let at = rest.lastIndex(of: "@") {
            let user = rest[..<at]
            guard !user.contains(":") else {
                throw .address(
                    "it has a password, which every user of this machine could read: write it to a file and name that, "
                        + "?passfile=/path")
            }
            guard Subject.isWord(String(user)) else {
                throw .address("a user is made of letters, digits, - and _")
            }
            self.user = String(user)
            rest = rest[rest.index(after: at)...]
        } else {
            user = ""
        }
        let servers = try BusAddress.servers(rest)
        self.servers = servers.map(\.whole)
        host = options["host"] ?? servers.first?.host ?? ""
        passwordFile = options["passfile"] ?? options["tokenfile"]
        authorities = options["ca"]
        certificate = options["cert"]
        key = options["key"]
        try BusAddress.check(options, hasUser: !user.isEmpty, isSecure: isSecure)
    }

    /// Throws for options that do not go together.
    private static func check(
        _ options: [Substring: String], hasUser: Bool, isSecure: Bool
    ) throws(BusFault) {
        guard hasUser == (options["passfile"] != nil) else {
            throw .address("a user and ?passfile=/path belong together")
        }
        guard !hasUser || options["tokenfile"] == nil else {
            throw .address("tokenfile is for a server that knows no users")
        }
        guard (options["cert"] == nil) == (options["key"] == nil) else {
            throw .address("cert and key belong together")
        }
        guard isSecure || ["ca", "cert", "host"].allSatisfy({ options[$0] == nil }) else {
            throw .address("ca, cert, key and host are for tls://")
        }
    }

    private static let names: Set<Substring> = ["passfile", "tokenfile", "ca", "cert", "key", "host"]

    private static func options(_ text: Substring) throws(BusFault) -> [Substring: String] {
        var options: [Substring: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard names.contains(parts[0]) else {
                throw .address("there is no option \(parts[0]): there are ca, cert, host, key, passfile and tokenfile")
            }
            guard parts.count == 2, !parts[1].isEmpty, options[parts[0]] == nil else {
                throw .address("\(parts[0]) must have one value")
            }
            options[parts[0]] = String(parts[1])
        }
        return options
    }

    private static func servers(_ text: Substring) throws(BusFault) -> [(whole: String, host: String)] {
        let texts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard texts.count <= mostServers else { throw .address("it has more than \(mostServers) servers") }
        var servers: [(whole: String, host: String)] = []
        for text in texts { servers.append(try server(text)) }
        return servers
    }

    /// One server: a name, an IPv4 address, or an IPv6 address in brackets, and perhaps a port.
    private static func server(_ text: Substring) throws(BusFault) -> (whole: String, host: String) {
        var (host, port) = (text, Substring(usualPort))
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[...end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .address("\(text) is no server") }
            if !rest.isEmpty { port = rest.dropFirst() }
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        let isName = host.utf8.allSatisfy { byte in
            byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        let isIPv6 =
            host.hasPrefix("[") && host.count > 2
            && host.dropFirst().dropLast().utf8.allSatisfy { byte in
                byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
            }
        guard !host.isEmpty, isName || isIPv6, let number = UInt16(port), number > 0 else {
            throw .address("\(text) is no server: host, or host:port")
        }
        return ("\(host):\(number)", host.trimmingBrackets)
    }
}

extension Substring {
    /// The text without the brackets of an IPv6 address.
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") ? String(dropFirst().dropLast()) : String(self)
    }
}
