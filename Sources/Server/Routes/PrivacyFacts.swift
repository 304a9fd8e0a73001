import Messages
import Sessions
import Storage
import Telemetry

/// The personal data that the server keeps, and for how long: `GET /api/v1/privacy`, derived from the configuration.
struct PrivacyFacts {
    let configuration: ServerConfiguration
    /// The logger, whose level can change while the server serves.
    let logger: Logger

    private typealias Kept = (what: String, until: String, text: String)

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
                        json.field("until", kept.until)
                        json.field("text", kept.text)
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

    /// The sentence about players who come no more; empty where they are kept. There may be a roster whatever `access`
    /// is: in the holidays the server of a class may be open to all.
    private var forgetting: String {
        guard configuration.forgetPlayers > 0 else { return "" }
        return
            " If you do not come for \(configuration.forgetPlayers) days you are deleted as if you had done it yourself, unless you are banned or on the roster of a class here."
    }

    /// The sentence about rooms in which nothing happens any more; empty where they are kept.
    private var roomForgetting: String {
        guard configuration.forgetRooms > 0 else { return "" }
        return
            " A room in which nothing happens for \(configuration.forgetRooms) days is deleted with its log; your own games stay."
    }

    private var keeps: [Kept] {
        var keeps: [Kept] = [
            (
                "player", "deletion",
                "A random number, your name, when you came first, the day of your last visit, and how often you signed out everywhere. If the operator gave you another name: until when you keep it. If you are banned: since when.\(forgetting)"
            ),
            (
                "games", "anonymous",
                "Your games: when you opened them, your guesses, and your times. Deletion takes your name off them; they still count "
                    + "in the rankings."
            ),
            ("practice", "deletion", "Your practice games."),
            (
                "audit", "host",
                "What those who run the server did, for \(AdminAct.kept / 86_400_000) days. If it was about you, with your random number."
            ),
            (
                "refused", "host",
                "Texts that were tried as words and are in no list, with how often, for \(RefusedWord.daysKept) days, and not by whom."
            ),
            (
                "rooms", "anonymous",
                "The rooms you were in: your names there, and what you did in races. Deletion takes your names away; the log of a room keeps what the room was called first.\(roomForgetting)"
            ),
            ("address", "restart", "Your network address, in memory only, to count how much is asked from it."),
        ]
        if logsAddresses {
            keeps.append(
                (
                    "log", "host",
                    "The network address of a connection that was cut off because it read too slowly, in the log. If the operator gave you another name: your random number, in the log."
                ))
        }
        if !configuration.webhook.isEmpty {
            keeps.append(
                (
                    "webhook", "host",
                    "In rooms that the operator has chosen: your name there, your colours and your figures of a day that is over, sent to another program or a chat group, which keeps them as its own operator decides. Words are not sent."
                ))
        }
        return keeps
    }
}
