import Foundation
import Rooms

/// The settings of webhooks, read and checked.
package struct HookSettings: Sendable {
    /// The addresses that everything is sent to.
    let addresses: [String]
    /// The codes of the rooms that are told of.
    let rooms: [RoomCode]
    /// The key of signatures; nil where that of the data folder is.
    let secret: [UInt8]?
    /// A PEM file with the authorities that are trusted for these addresses; nil for the system's.
    let authorities: String?
    /// Whether http:// may be spoken.
    let allowsPlain: Bool

    /// Addresses at most.
    static let mostAddresses = 4
    /// Rooms at most: each is read at midnight.
    static let mostRooms = 16
    /// The file of the data folder with the secret that a server makes where none is named.
    static let secretName = "webhook-secret"
    /// Bytes of a secret.
    static let secretLengths = 16...1_024

    /// Nil where no address is set. Throws for settings that do not go together, and a secret that cannot be used by
    /// those of `trust`. A command of root passes the server's user.
    init?(_ configuration: ServerConfiguration, _ trust: FileTrust = FileTrust()) throws(ConfigurationFault) {
        guard !configuration.webhook.isEmpty else { return nil }
        // Each machine would keep for itself what was told: the next that decides would tell a day again, or never.
        guard configuration.bus.isEmpty else {
            throw ConfigurationFault(
                "webhook: is for one machine alone, as what was told is kept in its data folder; "
                    + "leave out either webhook or bus")
        }
        addresses = try HookSettings.addresses(of: configuration.webhook, trust)
        rooms = configuration.webhookRooms
        authorities = configuration.webhookAuthorities.isEmpty ? nil : configuration.webhookAuthorities
        allowsPlain = addresses.contains { $0.hasPrefix("http://") }
        for address in addresses where address.hasPrefix("http://") && !configuration.webhookPlain {
            guard HookSettings.isLocal(address) else {
                throw ConfigurationFault(
                    "webhook: \(HookSettings.shown(address)) is not https://, and would be read on the way; "
                        + "webhook-plain = on allows that")
            }
        }
        guard !rooms.isEmpty else {
            throw ConfigurationFault("webhook-rooms: names no room; “tilerace admin rooms TEXT” shows their codes")
        }
        try HookSettings.check(authorities: authorities, trust)
        guard !configuration.webhookSecret.isEmpty else {
            secret = nil
            return
        }
        do throws(ConfigurationFault) {
            try trust.check(configuration.webhookSecret, .secret)
        } catch {
            throw ConfigurationFault("webhook-secret: \(error)")
        }
        let text = String(
            decoding: try RegularFile.read(
                configuration.webhookSecret, most: HookSettings.secretLengths.upperBound + 2),
            as: UTF8.self)
        let bytes = Array(text.trimmingCharacters(in: .newlines).utf8)
        secret = bytes
        guard HookSettings.secretLengths.contains(bytes.count) else {
            throw ConfigurationFault(
                "webhook-secret: \(configuration.webhookSecret) must hold \(HookSettings.secretLengths.lowerBound) to "
                    + "\(HookSettings.secretLengths.upperBound) bytes")
        }
    }

    /// Refuses authorities that cannot be read, with which nothing would be delivered, and authorities that other users
    /// can choose.
    private static func check(authorities: String?, _ trust: FileTrust) throws(ConfigurationFault) {
        guard let authorities else { return }
        do throws(ConfigurationFault) {
            try trust.check(authorities, .unwritable)
            _ = try RegularFile.read(authorities, most: 1)
        } catch {
            throw ConfigurationFault("webhook-authorities: \(error)")
        }
    }

    /// The key of signatures; makes that of the data folder if there is none.
    func key(in folder: DataFolder) throws(ConfigurationFault) -> [UInt8] {
        if let secret { return secret }
        let text = try folder.text(ofSecret: HookSettings.secretName).trimmingCharacters(in: .newlines)
        guard HookSettings.secretLengths.contains(text.utf8.count) else {
            throw ConfigurationFault("\(folder.path)/\(HookSettings.secretName): must hold 16 bytes or more")
        }
        return Array(text.utf8)
    }

    /// Bytes of a file with addresses at most.
    private static let fileBytes = 16_384

    /// The path of a file with addresses, which a text names as `file:/path`; nil for any other text.
    static func file(namedBy text: String) -> String? {
        guard text.hasPrefix("file:"), text.utf8.count > "file:".utf8.count else { return nil }
        return String(text.dropFirst("file:".count))
    }

    /// The addresses of a setting, those in files included.
    private static func addresses(
        of texts: [String], _ trust: FileTrust
    ) throws(ConfigurationFault) -> [String] {
        var addresses: [String] = []
        for text in texts {
            guard let file = file(namedBy: text) else {
                addresses.append(text)
                continue
            }
            addresses += try self.addresses(in: file, trust)
        }
        guard addresses.count <= mostAddresses, Set(addresses).count == addresses.count else {
            throw ConfigurationFault("webhook: there may be \(mostAddresses) addresses, each once")
        }
        return addresses
    }

    /// The addresses of a file, one a line; no sentence repeats any.
    private static func addresses(in file: String, _ trust: FileTrust) throws(ConfigurationFault) -> [String] {
        do throws(ConfigurationFault) {
            try trust.check(file, .secret)
        } catch {
            throw ConfigurationFault("webhook: \(error)")
        }
        let bytes = try RegularFile.read(file, most: fileBytes + 1)
        guard bytes.count <= fileBytes else { throw ConfigurationFault("webhook: \(file) is too long") }
        var addresses: [String] = []
        // By bytes: a line may end in CR LF, which is one character.
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            guard isAddress(text) else {
                throw ConfigurationFault("webhook: \(file), line \(index + 1): is no address")
            }
            addresses.append(text)
        }
        guard !addresses.isEmpty else { throw ConfigurationFault("webhook: \(file) has no address") }
        return addresses
    }

    /// A text of the setting `webhook` for people: the path of an address is left out, as it may be a secret.
    static func printed(_ text: String) -> String {
        guard file(namedBy: text) == nil else { return text }
        let shown = shown(text)
        return shown.utf8.count + 1 < text.utf8.count ? shown + "/…" : text
    }

    /// Scheme, host and port of an address: the rest may be a secret.
    static func shown(_ address: String) -> String {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme, let host = parts.host else {
            return "an address"
        }
        return "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
    }

    /// Whether an address leads to this machine.
    private static func isLocal(_ address: String) -> Bool {
        guard let host = URLComponents(string: address)?.host else { return false }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        return bare == "localhost" || IPAddress(bare)?.isLoopback == true
    }

    /// Whether a text is an address to which something can be sent.
    static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme ?? ""),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil,
            parts.port.map({ (1...65_535).contains($0) }) != false
        else { return false }
        return true
    }
}
