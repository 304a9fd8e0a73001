import Messages
import Sessions
import Storage
import Telemetry

/// The personal data that the server keeps, and for how long: `GET /api/v1/privacy`, derived from the configuration.
struct PrivacyFacts {
    let configuration: ServerConfiguration
    /// The logger, whose level can change while the server serves.
    let logger: Logger

    /// A kind of data. What it is stands in the message files of the page (`wording/account.js`), by its name.
    private struct Kept {
        let what: String
        let until: End
        /// The days after which it goes, where the server has a bound for that.
        var days: Int?
    }

    /// The end of data that is kept: with the player's deletion, after it without a name, with the server's process, or
    /// as the host decides.
    private enum End: String {
        case deletion, anonymous, restart, host
    }

    /// The facts as JSON.
    var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: 2_048)
        json.object { json in
            json.object("server") { json in
                json.field("name", configuration.name)
                json.field("zone", configuration.zone)
            }
            json.object("cookie") { json in
                json.field("name", RequestIdentity.cookie)
                json.field("days", RequestIdentity.cookieDays)
            }
            json.object("link") { $0.field("minutes", SessionHub.linkMinutes) }
            json.object("log") { json in
                json.field("level", "\(logger.threshold)")
                json.field("addresses", logsAddresses)
            }
            json.field("metrics", configuration.servesFigures)
            addForgotten(to: &json)
            json.field("deleted_name", SessionHub.deletedName)
            json.array("keeps") { json in
                for kept in keeps {
                    json.element { json in
                        json.field("what", kept.what)
                        json.field("until", kept.until.rawValue)
                        if let days = kept.days { json.field("days", days) }
                    }
                }
            }
        }
        return json.bytes
    }

    /// Whether the log holds personal data: addresses of slow clients that are cut off, and IDs of renamed players.
    private var logsAddresses: Bool { logger.threshold <= .info }

    /// Adds the days after which players and rooms are forgotten; nothing where both are kept.
    private func addForgotten(to json: inout JSONWriter) {
        let (players, rooms) = (configuration.forgetPlayers, configuration.forgetRooms)
        guard players > 0 || rooms > 0 else { return }
        json.object("forgets") { json in
            if players > 0 { json.field("players", players) }
            if rooms > 0 { json.field("rooms", rooms) }
        }
    }

    private var keeps: [Kept] {
        var keeps = [
            Kept(what: "player", until: .deletion), Kept(what: "games", until: .anonymous),
            Kept(what: "practice", until: .deletion),
            Kept(what: "audit", until: .host, days: AdminAct.kept / 86_400_000),
            Kept(what: "refused", until: .host, days: RefusedWord.daysKept), Kept(what: "rooms", until: .anonymous),
            Kept(what: "address", until: .restart),
        ]
        if logsAddresses { keeps.append(Kept(what: "log", until: .host)) }
        if !configuration.webhook.isEmpty { keeps.append(Kept(what: "webhook", until: .host)) }
        return keeps
    }
}
