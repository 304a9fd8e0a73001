import Messages
import Storage

// Words that are left out of what is drawn.
extension AdminActs {
    /// ms before storage is asked again which words it has.
    private static let retry = 1_000

    func listLeftOut(then: @escaping Reply) {
        do throws(AdminRefusal) {
            then(.success(try leftOut.list()))
        } catch {
            then(.failure(error))
        }
    }

    /// Leaves a word out, or has it drawn again.
    func leaveOut(_ text: String, isOut: Bool, _ asker: AdminAsker, then: @escaping Reply) {
        guard !isBusy else { return then(.failure(AdminDesk.unavailable)) }
        let change: LeftOutDesk.Change
        do throws(AdminRefusal) {
            guard let decided = try leftOut.decide(text, isOut: isOut, asker) else {
                return then(.success(leftOut.answer(isChanged: false)))
            }
            change = decided
        } catch {
            return then(.failure(error))
        }
        committer.commit(change.decision) { [self] durable in
            guard durable else {
                readLeftOut()
                return then(.failure(AdminDesk.unavailable))
            }
            leftOut.settle(change.after)
            then(.success(leftOut.answer(isChanged: true)))
        }
    }

    /// Takes what storage has after a commit that failed, which may be durable all the same.
    private func readLeftOut() {
        records.wordsLeftOut { [self] result in
            switch result {
            case .success(let found): leftOut.settle(found)
            case .failure(.corrupt(let why)):
                leftOut.takeDamage(why)
                leftOut.settle(nil)
            case .failure(.fenced), .failure(.closed): leftOut.settle(nil)
            case .failure: environment.after(AdminActs.retry) { [weak self] in self?.readLeftOut() }
            }
        }
    }
}
