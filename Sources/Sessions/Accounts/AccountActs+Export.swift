import GameRules
import Messages
import Rooms
import Storage
import WordLists

// The export is written in pieces over many turns of the hub.
extension AccountActs {
    package typealias ExportReply = (Result<[UInt8]?, ExportFault>) -> Void

    /// Exports all data kept about a player; nil if the player does not exist.
    package func export(of id: PlayerID, then: @escaping ExportReply) {
        records.player(id) { [self] result in
            guard case .success(let player?) = result else { return then(AccountActs.none(result)) }
            records.games(of: id) { [self] result in
                guard case .success(let games) = result else { return then(AccountActs.none(result)) }
                // The rounds of a log do not name their language: it stands in another event.
                let languages = Set(puzzleSource.kinds.map(\.language))
                let export = AccountExport(
                    of: player, games: games, at: now, serverName: settings.serverName,
                    alphabet: languages.count == 1 ? languages.first.flatMap { Alphabet(language: $0) } : nil,
                    views: Views(context: context), most: settings.exportBytes, showsNumbersOfLog: !isPupil(id))
                goOn(with: export, of: id, then: then)
            }
        }
    }

    /// Maps a storage result without data to the reply of an export.
    private static func none<T>(_ result: Result<T, StorageError>) -> Result<[UInt8]?, ExportFault> {
        result.map { _ in nil }.mapError { .storage($0) }
    }

    /// Writes the games, some in each turn of the hub, and then the rooms.
    private func goOn(with export: AccountExport, of id: PlayerID, then: @escaping ExportReply) {
        let hasMore = export.goOn()
        if let fault = export.fault { return then(.failure(fault)) }
        if hasMore {
            return context.inAnotherTurn { [self] in goOn(with: export, of: id, then: then) }
        }
        export.beginRooms()
        records.sittings(of: id) { [self] result in
            guard case .success(let sittings) = result else { return then(AccountActs.none(result)) }
            write(sittings[...], of: id, into: export, then: then)
        }
    }

    /// Writes the rooms of `sittings`, in order.
    private func write(
        _ sittings: ArraySlice<Sitting>, of id: PlayerID, into export: AccountExport, then: @escaping ExportReply
    ) {
        var sittings = sittings
        guard let sitting = sittings.popFirst() else {
            export.end()
            return then(export.fault.map { .failure($0) } ?? .success(export.bytes))
        }
        export.begin(sitting)
        writeEvents(of: id, in: sitting.room, after: 0, into: export) { [self] fault in
            if let fault { return then(.failure(fault)) }
            write(sittings, of: id, into: export, then: then)
        }
    }

    /// Writes the events of a room's log after `sequence`, a piece in each turn of the hub.
    private func writeEvents(
        of id: PlayerID, in room: RoomID, after sequence: Int, into export: AccountExport,
        then: @escaping (ExportFault?) -> Void
    ) {
        records.seatEvents(of: id, in: room, after: sequence) { [self] result in
            switch result {
            case .failure(let fault): then(.storage(fault))
            case .success(let piece):
                export.add(piece.events)
                if let fault = export.fault { return then(fault) }
                if let next = piece.next {
                    return writeEvents(of: id, in: room, after: next, into: export, then: then)
                }
                export.endRoom()
                then(nil)
            }
        }
    }
}
