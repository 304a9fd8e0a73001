import GameRules
import Storage

extension SQLiteStorage {
    package func foldResults<T: Sendable>(
        of line: PuzzleLine, days: ClosedRange<Day>, into initial: T,
        add: @escaping @Sendable (inout T, [RankedResult]) -> Void, completion: @escaping StorageReply<T>
    ) {
        fold(completion) { [self] db throws(StorageError) in
            try GameRows.foldResults(
                of: line, days: days, into: initial, db, isStopped: { isClosing.load(ordering: .acquiring) }, add: add)
        }
    }

    /// Runs `body` on the thread for long reads, on what was committed when the writer had come to this call.
    ///
    /// Long reads run one at a time, and a long log is emptied before each. It cannot be emptied while one goes on, so
    /// overlapping ones would let it grow for ever.
    private func fold<T: Sendable>(
        _ completion: @escaping StorageReply<T>, _ body: @escaping @Sendable (Connection) throws(StorageError) -> T
    ) {
        guard isFolding.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return readerQueue.async { completion(.failure(.unavailable("another long read goes on"))) } }
        pause { [self] in
            let snapshot = openSnapshot()
            foldQueue.async { [self] in
                let result: Result<T, StorageError>
                do throws(StorageError) {
                    result = .success(try snapshot.get().read(body))
                } catch {
                    result = .failure(error)
                }
                // Whoever is answered may ask for the next one.
                isFolding.store(false, ordering: .releasing)
                completion(result)
            }
        }
    }

    private func openSnapshot() -> Result<Snapshot, StorageError> {
        guard !isClosing.load(ordering: .acquiring) else { return .failure(.closed) }
        do throws(StorageError) {
            emptyLog()
            return .success(try snapshot())
        } catch {
            return .failure(error)
        }
    }
}
