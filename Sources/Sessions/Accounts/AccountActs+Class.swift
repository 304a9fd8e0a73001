import GameRules
import Messages
import Rooms
import Storage

// The people of a classroom.
extension AccountActs {
    /// Lets somebody in who has shown the code of a place on the roll: the same player each time, under the name of the
    /// roll. The player is durable before the reply. Replies with nil if there is no such place, and for a player who
    /// was deleted.
    ///
    /// A banned player is returned as they are; the caller lets no banned player in.
    ///
    /// After the code was renewed, the first entry by the new code ends all sessions that began by the old one.
    package func enterClass(_ id: PlayerID, then: @escaping Reply) {
        guard let place = context.roll?[id] else { return then(.success(nil)) }
        library.players.account(of: id) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(nil): createPupil(id, place, then: then)
            case .success(let account?) where account.isBanned: then(.success(account))
            case .success(let account?) where account.signOuts < place.leastSignOuts:
                signOutEverywhere(id, least: place.leastSignOuts) { [self] result in
                    guard case .success(.some) = result else { return then(result) }
                    rename(id, to: place.name, then: then)
                }
            case .success(let account?) where account.name != place.name: rename(id, to: place.name, then: then)
            case .success(let account?): then(.success(account))
            }
        }
    }

    /// Whoever comes with the same code meanwhile hears the same.
    private func createPupil(_ id: PlayerID, _ place: ClassRoll.Place, then: @escaping Reply) {
        guard arriving[id] == nil else {
            arriving[id]?.append(then)
            return
        }
        arriving[id] = [then]
        recordPupil(id, place) { [self] result in
            for then in arriving.removeValue(forKey: id) ?? [] { then(result) }
        }
    }

    private func recordPupil(_ id: PlayerID, _ place: ClassRoll.Place, then: @escaping Reply) {
        // Finds deleted players, too.
        records.players([id]) { [self] result in
            switch result {
            case .failure(let error): return then(.failure(error))
            case .success(let records) where !records.isEmpty: return then(.success(nil))
            case .success: break
            }
            if let isBusy { return then(.failure(isBusy)) }
            let record = desk.makePupil(id, place)
            committer.commit(desk.create(record)) { durable in
                then(durable ? .success(Account(record)) : .failure(.unavailable("the pupil was not recorded")))
            }
        }
    }

    /// Gives a player the name of the roll. A name that a room refuses, as a guest of former times has it there, waits
    /// until the next time.
    private func rename(_ id: PlayerID, to name: String, then: @escaping Reply) {
        library.players.get(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in nil }) }
            guard player.name != name else { return then(.success(player.account)) }
            if let isBusy { return then(.failure(isBusy)) }
            let decision: Decision
            do throws(RoomRefusal) {
                decision = try desk.rename(player, to: name)
            } catch {
                return then(.success(player.account))
            }
            committer.commit(decision) { durable in
                then(durable ? .success(player.account) : .failure(.unavailable("the name was not recorded")))
            }
        }
    }

    /// Takes another roll of the class, and closes the connections of those whom it does not admit. On a server
    /// that is no classroom it only keeps those on it from being forgotten.
    package func take(_ roll: ClassRoll) {
        context.take(roll)
        guard isClassroom else { return }
        for player in Array(library.players.all) where !desk.isOfTheClass(player.account) {
            closeAll(of: player, because: "signed out")
        }
    }
}
