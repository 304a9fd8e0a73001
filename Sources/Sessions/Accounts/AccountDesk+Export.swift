import GameRules
import Messages
import Rooms
import Storage
import WordLists

// Made piece by piece, in many turns.
extension AccountDesk {
    package typealias ExportReply = (Result<[UInt8]?, ExportFault>) -> Void

    /// All that is kept about a player; nil if there is no such player.
    package func export(of id: PlayerID, then: @escaping ExportReply) {
        let storage = environment.storage
        context.ask({ storage.player(id, completion: $0) }) { [self] result in
            guard case .success(let player?) = result else { return then(AccountDesk.none(result)) }
            context.ask({ storage.games(of: id, completion: $0) }) { [self] result in
                guard case .success(let games) = result else { return then(AccountDesk.none(result)) }
                // The language of a round is in another event of the log.
                let languages = lists.languages.map(\.language)
                let export = AccountExport(
                    of: player, games: games, at: now, serverName: settings.serverName,
                    alphabet: languages.count == 1 ? Alphabet(language: languages[0]) : nil, most: settings.exportBytes)
                goOn(with: export, of: id, then: then)
            }
        }
    }

    /// What is answered where storage gave nothing.
    private static func none<T>(_ result: Result<T, StorageError>) -> Result<[UInt8]?, ExportFault> {
        result.map { _ in nil }.mapError { .storage($0) }
    }

    /// Writes games, some in each turn of the hub, and then rooms.
    private func goOn(with export: AccountExport, of id: PlayerID, then: @escaping ExportReply) {
        let hasMore = export.goOn()
        if let fault = export.fault { return then(.failure(fault)) }
        if hasMore {
            return context.inAnotherTurn { [self] in goOn(with: export, of: id, then: then) }
        }
        export.beginRooms()
        let storage = environment.storage
        context.ask({ storage.sittings(of: id, completion: $0) }) { [self] result in
            guard case .success(let sittings) = result else { return then(AccountDesk.none(result)) }
            write(sittings[...], of: id, into: export, then: then)
        }
    }

    /// Writes rooms, from the first of `sittings` on.
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

    /// Writes what the log of a room has from there on, a piece in each turn of the hub.
    private func writeEvents(
        of id: PlayerID, in room: RoomID, after sequence: Int, into export: AccountExport,
        then: @escaping (ExportFault?) -> Void
    ) {
        let storage = environment.storage
        context.ask({ storage.seatEvents(of: id, in: room, after: sequence, completion: $0) }) { [self] result in
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
