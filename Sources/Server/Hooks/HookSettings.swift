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

    /// Nil where no address is set. Throws for settings that do not go together, and a secret that cannot be used.
    package init?(_ configuration: ServerConfiguration) throws(ConfigurationFault) {
        guard !configuration.webhook.isEmpty else { return nil }
        addresses = configuration.webhook
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
        guard !configuration.webhookSecret.isEmpty else {
            secret = nil
            return
        }
        do throws(ConfigurationFault) {
            try FileTrust().check(configuration.webhookSecret, .secret)
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

    /// The key of signatures; makes that of the data folder if there is none.
    func key(in folder: DataFolder) throws(ConfigurationFault) -> [UInt8] {
        if let secret { return secret }
        let text = try folder.text(ofSecret: HookSettings.secretName).trimmingCharacters(in: .newlines)
        guard HookSettings.secretLengths.contains(text.utf8.count) else {
            throw ConfigurationFault("\(folder.path)/\(HookSettings.secretName): must hold 16 bytes or more")
        }
        return Array(text.utf8)
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
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return false }
        return true
    }
}
