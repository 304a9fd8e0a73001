import Foundation

/// Acts of four players in rooms, a line for each. The first byte says which act it is:
///
/// - `0` to `3`: that player says the rest. `KYTE7` in it becomes the code of the room of which somebody heard last.
/// - `+`: so many ms go by. `-`, `=` and a digit: that player's connection is lost, is there again.
/// - `!`: the next commit fails. `*`: the server dies, and is started again.
///
/// What must hold is said where it is checked: in ``FuzzedHub/say(_:_:)``, in ``FuzzedClient``, and below.
enum RoomStories {
    private static let players = 4

    static func check(_ bytes: [UInt8]) throws(Finding) {
        // One more, who looks on.
        let hub = try FuzzedHub(clients: players + 1)
        defer { hub.end() }
        var planned = 0
        for line in bytes.split(separator: 0x0A).prefix(200) {
            let rest = line.dropFirst()
            switch line[line.startIndex] {
            case UInt8(ascii: "0")...UInt8(ascii: "3"):
                guard let client = client(of: line, in: hub) else { break }
                try hub.say(named(rest, in: hub), client)
            case UInt8(ascii: "-"):
                if let client = client(of: rest, in: hub) { hub.disconnect(client) }
            case UInt8(ascii: "="):
                if let client = client(of: rest, in: hub), client.session == nil { try hub.connect(client) }
            case UInt8(ascii: "+"):
                hub.pass(ms: min(Int(String(decoding: rest.prefix(6), as: UTF8.self)) ?? 0, 400_000))
            case UInt8(ascii: "!") where planned < 3:
                planned += 1
                hub.failNextCommit()
            case UInt8(ascii: "*"): try hub.restart()
            default: break
            }
        }
        try checkMemory(of: hub, failuresPlanned: planned)
    }

    /// Checks that the memory of the server equals its disk.
    private static func checkMemory(of hub: FuzzedHub, failuresPlanned: Int) throws(Finding) {
        let witness = hub.clients[players]
        for round in 0..<failuresPlanned where hub.failures < failuresPlanned {
            try hub.say(Array(#"{"id":2,"type":"rename","name":"Witness \#(round)"}"#.utf8), witness)
        }
        // Nothing that was said before makes it too much; and what is due in a room that is looked at again is done.
        hub.pass(ms: 5_000)
        guard try picture(for: witness, in: hub) != nil else { return }
        hub.pass(ms: 5_000)
        guard let before = try picture(for: witness, in: hub) else { return }
        try hub.restart()
        guard let after = try picture(for: witness, in: hub) else {
            throw Finding(description: "a room is not there after a restart: \(before)")
        }
        for (name, value) in before where name != "present" && name != "watchers" {
            let (old, new) = (text(value), text(after[name]))
            try Finding.unless(old == new, "\(name) was \(old), and is \(new) after a restart")
        }
    }

    /// The room of which somebody heard last, if the witness may see it.
    private static func picture(for witness: FuzzedClient, in hub: FuzzedHub) throws(Finding) -> [String: Any]? {
        witness.forget()
        try hub.say(named(Array(#"{"id":3,"type":"watch","room":"KYTE7"}"#.utf8)[...], in: hub), witness)
        return witness.picture
    }

    private static func text(_ value: Any?) -> String {
        guard let data = try? JSONSerialization.data(withJSONObject: [value ?? NSNull()], options: .sortedKeys) else {
            return ""
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func client(of digit: ArraySlice<UInt8>, in hub: FuzzedHub) -> FuzzedClient? {
        guard let digit = digit.first, (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(digit) else { return nil }
        return hub.clients[Int(digit - UInt8(ascii: "0"))]
    }

    private static func named(_ json: ArraySlice<UInt8>, in hub: FuzzedHub) -> [UInt8] {
        var json = Array(json)
        let name = Array("KYTE7".utf8)
        guard let room = hub.room, json.count >= name.count else { return json }
        for start in 0...json.count - name.count where json[start..<start + name.count] == name[...] {
            json.replaceSubrange(start..<start + name.count, with: room)
        }
        return json
    }
}
