import CSQLite
import Glibc
import Synchronization
import TestKit

/// A file layer for SQLite that loses power: at random instants it notes a possible state of the disk. All synced bytes
/// are in it. Of the bytes written since, each sector of 512 may be there or not, in any order. The run itself goes on
/// undisturbed.
final class LossyDisk: Sendable {
    /// The contents of a disk after a cut.
    struct Image: Sendable {
        /// Transactions that had been acknowledged before the cut.
        let acknowledged: Int
        let files: [String: [UInt8]]
    }

    fileprivate enum Change {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    fileprivate struct File {
        /// The contents as of the last sync; nil if there has been none.
        var durable: [UInt8]?
        var current: [UInt8] = []
        var unsynced: [Change] = []
        /// Deleted, which a cut may undo.
        var isDeleted = false
    }

    private struct State {
        var files: [String: File] = [:]
        var random: SplitMix
        var images: [Image] = []
    }

    /// To be given to the engine as `vfs`.
    let name: String
    private let state: Mutex<State>
    private let acknowledged: @Sendable () -> Int
    private let honoursSyncs: Bool
    /// One cut in so many operations.
    private let rarity: Int
    private static let mostImages = 16

    static let layers = Mutex<[String: LossyDisk]>([:])

    /// `acknowledged` counts what has been told to be durable. A disk that does not honour syncs says that they are
    /// done, and keeps nothing for good.
    init(seed: Int, rarity: Int, honoursSyncs: Bool = true, acknowledged: @escaping @Sendable () -> Int) {
        name = "lossy-\(seed)-\(honoursSyncs)"
        state = Mutex(State(random: SplitMix(seed: UInt64(seed))))
        self.rarity = rarity
        self.honoursSyncs = honoursSyncs
        self.acknowledged = acknowledged
        LossyDisk.layers.withLock { $0[name] = self }
        LossyFile.register(name)
    }

    /// The noted images.
    var images: [Image] { state.withLock { $0.images } }

    /// Lets go of the disk; what is open must have been closed.
    func unmount() { LossyDisk.layers.withLock { $0[name] = nil } }

    func opened(_ file: String) {
        state.withLock { state in
            if state.files[file].map(\.isDeleted) ?? true { state.files[file] = File() }
        }
    }

    /// Performs what changes a file, and notes it.
    func write(_ bytes: [UInt8], to file: String, at offset: Int, _ perform: () -> Int32) -> Int32 {
        change(file, perform) { $0.apply(.write(offset: offset, bytes: bytes)) }
    }

    func truncate(_ file: String, to size: Int, _ perform: () -> Int32) -> Int32 {
        change(file, perform) { $0.apply(.truncate(size: size)) }
    }

    func sync(_ file: String, _ perform: () -> Int32) -> Int32 {
        var isFirst = false
        return change(file, perform) { [honoursSyncs] in
            isFirst = $0.durable == nil
            if honoursSyncs { $0.sync() }
        } then: { [honoursSyncs] files in
            // With the first sync of a journal SQLite syncs its folder too: what was deleted before stays so.
            if isFirst, honoursSyncs { files = files.filter { !$0.value.isDeleted } }
        }
    }

    func delete(_ file: String, forGood: Bool, _ perform: () -> Int32) -> Int32 {
        change(file, perform) {
            $0.isDeleted = true
        } then: { files in
            if forGood { files[file] = nil }
        }
    }

    private func change(
        _ file: String, _ perform: () -> Int32, _ change: (inout File) -> Void,
        then: (inout [String: File]) -> Void = { _ in }
    ) -> Int32 {
        state.withLock { state in
            if state.images.count < LossyDisk.mostImages, Int.random(in: 0..<rarity, using: &state.random) == 0 {
                // Counted first: what is acknowledged in the meantime need not be on the disk yet.
                let acknowledged = acknowledged()
                state.images.append(Image(acknowledged: acknowledged, files: LossyDisk.cut(&state)))
            }
            let code = perform()
            if code == SQLITE_OK {
                change(&state.files[file, default: File()])
                then(&state.files)
            }
            return code
        }
    }

    private static func cut(_ state: inout State) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        // Now and then all is lost, or nothing: the ends are cases of their own.
        let shares: [Double] = [0, 0.1, 0.5, 0.9, 1]
        let share = shares.randomElement(using: &state.random) ?? 0
        for (name, file) in state.files.sorted(by: { $0.key < $1.key }) {
            if file.isDeleted, Bool.random(using: &state.random) { continue }
            var kept = file.durable
            for change in file.unsynced {
                for sector in change.sectors where Double.random(in: 0..<1, using: &state.random) < share {
                    kept = LossyDisk.applied(sector, to: kept ?? [])
                }
            }
            if let kept { files[name] = kept }
        }
        return files
    }

    private static func applied(_ change: Change, to contents: [UInt8]) -> [UInt8] {
        var contents = contents
        contents.apply(change)
        return contents
    }
}

extension LossyDisk.File {
    fileprivate mutating func apply(_ change: LossyDisk.Change) {
        current.apply(change)
        unsynced.append(change)
    }

    fileprivate mutating func sync() {
        durable = current
        unsynced = []
    }
}

extension LossyDisk.Change {
    private static let sector = 512

    /// The parts that a disk writes as a whole or not at all.
    fileprivate var sectors: [LossyDisk.Change] {
        guard case .write(let offset, let bytes) = self else { return [self] }
        var sectors: [LossyDisk.Change] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Self.sector - (offset + start) % Self.sector)
            sectors.append(.write(offset: offset + start, bytes: Array(bytes[start..<end])))
            start = end
        }
        return sectors
    }
}

extension [UInt8] {
    fileprivate mutating func apply(_ change: LossyDisk.Change) {
        switch change {
        case .write(let offset, let bytes):
            if count < offset + bytes.count {
                append(contentsOf: repeatElement(0, count: offset + bytes.count - count))
            }
            replaceSubrange(offset..<offset + bytes.count, with: bytes)
        case .truncate(let size): if size < count { removeLast(count - size) }
        }
    }
}
