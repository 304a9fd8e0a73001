import GameRules
import Rooms

// Searches by name.
extension StoredState {
    /// Finds players, as `PlayerStore.players(named:limit:)` does.
    func players(named text: String, limit: Int) -> [FoundPlayer] {
        let found = players.values.filter { !deleted.contains($0.id) && StoredState.contains(text, in: $0.name) }
        let ordered = found.sorted { a, b in
            StoredState.precedes(a.name, b.name) ?? ((a.id.high, a.id.low) < (b.id.high, b.id.low))
        }
        return ordered.prefix(limit).map { record in
            FoundPlayer(
                record: record, lastGame: games.values.filter { $0.key.player == record.id }.map(\.openedAt).max())
        }
    }

    /// Finds players by their last visits, as `PlayerStore.visits(before:after:limit:)` does.
    func visits(before day: Day, after place: LastVisit, limit: Int) -> [LastVisit] {
        func isOrdered(_ a: LastVisit, _ b: LastVisit) -> Bool {
            (a.day, a.player.high, a.player.low) < (b.day, b.player.high, b.player.low)
        }
        let found = players.values.filter { $0.seenOn < day && $0.bannedAt == nil && !deleted.contains($0.id) }
        let visits = found.map { LastVisit(player: $0.id, day: $0.seenOn) }.filter { isOrdered(place, $0) }
        return Array(visits.sorted(by: isOrdered).prefix(limit))
    }

    /// Finds rooms by their last events, as `RoomStore.quietRooms(before:after:limit:)` does.
    func quietRooms(before instant: Int, after place: RoomID?, limit: Int) -> QuietRooms {
        let behind = rooms.values.filter { $0.record.id.number > place?.number ?? 0 }
        let looked = behind.sorted { $0.record.id.number < $1.record.id.number }.prefix(limit)
        let found = looked.compactMap { room -> QuietRoom? in
            let (record, time) = (room.record, room.log.last?.time ?? room.record.createdAt)
            guard time < instant else { return nil }
            return QuietRoom(
                id: record.id, code: codes[record.code] == record.id ? record.code : nil, first: 1,
                last: room.log.count, time: time, members: seats[record.id].map { Array($0.values) } ?? [])
        }
        return QuietRooms(rooms: found, next: looked.count == limit ? looked.last?.record.id : nil)
    }

    /// Finds rooms, as `RoomStore.rooms(named:code:limit:)` does.
    func rooms(named text: String, code: RoomCode?, limit: Int) -> [RoomRecord] {
        let found = rooms.values.map(\.record).filter { record in
            codes[record.code] == record.id && (record.code == code || StoredState.contains(text, in: record.name))
        }
        let ordered = found.sorted { StoredState.precedes($0.name, $1.name) ?? ($0.id.number < $1.id.number) }
        return Array(ordered.prefix(limit))
    }

    /// Whether `a` sorts before `b`: by length, then by bytes. Nil for equal names.
    private static func precedes(_ a: String, _ b: String) -> Bool? {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        if a.count != b.count { return a.count < b.count }
        return a == b ? nil : a.lexicographicallyPrecedes(b)
    }

    /// Whether `name` contains `text` as bytes, without regard to the case of A to Z.
    private static func contains(_ text: String, in name: String) -> Bool {
        let (text, name) = (lowered(text), lowered(name))
        guard !text.isEmpty else { return true }
        return name.indices.contains { name[$0...].starts(with: text) }
    }

    private static func lowered(_ text: String) -> [UInt8] {
        text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
