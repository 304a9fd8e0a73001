import GameRules
import Storage

extension PostgreSQLStorage {
    package func foldResults<T: Sendable>(
        of line: PuzzleLine, days: ClosedRange<Day>, into initial: T,
        add: @escaping @Sendable (inout T, [RankedResult]) -> Void, completion: @escaping StorageReply<T>
    ) {
        guard isFolding.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return reader.perform { completion(.failure(.unavailable("another long read goes on"))) } }
        pause { [self] in
            let snapshot = openSnapshot()
            foldQueue.async { [self] in
                let result: Result<T, StorageError>
                do throws(StorageError) {
                    result = .success(try snapshot.get().fold(line, days, into: initial, isClosing, add))
                } catch {
                    result = .failure(error)
                }
                // Whoever is answered may ask for the next one.
                isFolding.store(false, ordering: .releasing)
                completion(result)
            }
        }
    }

    /// Opens a snapshot on the writer's thread between two commits.
    private func openSnapshot() -> Result<FoldSnapshot, StorageError> {
        guard !isClosing.load(ordering: .acquiring) else { return .failure(.closed) }
        // A commit with an unknown outcome could come after the snapshot.
        do throws(StorageError) { try recoverWriter() } catch { return .failure(error) }
        do throws(ConnectionFault) {
            return .success(try FoldSnapshot(openReading()))
        } catch {
            return .failure(error.storageError)
        }
    }
}
