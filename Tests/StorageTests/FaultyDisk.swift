import CSQLite
import Glibc
import Synchronization

/// A file layer for SQLite: the system's own, with faults on demand. One by one, writes fail as on a full disk, or
/// syncs as on a broken one. Each disk is a file layer with a name of its own, so tests do not see one another's
/// faults.
final class FaultyDisk: Sendable {
    enum Fault: Sendable {
        /// Writing fails with `SQLITE_FULL`.
        case full
        /// Syncing fails with `SQLITE_IOERR_FSYNC`.
        case sync
        /// Writing fails with `SQLITE_IOERR_WRITE`, as it does when a disk has become read-only.
        case readOnly
    }
    /// Faults by the file layer's name: C callbacks cannot carry a context of their own.
    private static let faults = Mutex<[String: (fault: Fault, once: Bool)]>([:])
    /// The layer under each open file.
    fileprivate static let files = Mutex<[UInt: String]>([:])
    private static let count = Atomic(0)

    /// To be given to the engine as `vfs`.
    let name: String

    init() {
        name = "faulty-\(FaultyDisk.count.add(1, ordering: .relaxed).newValue)"
        guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has a default file layer") }
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        layer.initialize(to: system.pointee)
        // Registered for the life of the process, as SQLite wants it.
        layer.pointee.zName = UnsafePointer(strdup(name))
        layer.pointee.xOpen = openFaulty
        precondition(sqlite3_vfs_register(layer, 0) == SQLITE_OK)
    }

    /// The fault from now on, or, with `once`, of the next operation of its kind; nil heals the disk.
    func set(_ fault: Fault?, once: Bool = false) {
        FaultyDisk.faults.withLock { $0[name] = fault.map { ($0, once) } }
    }

    fileprivate static func fails(_ file: UnsafeMutablePointer<sqlite3_file>?, with fault: Fault) -> Bool {
        guard let layer = files.withLock({ $0[UInt(bitPattern: file)] }) else { return false }
        return faults.withLock { faults in
            guard let set = faults[layer], set.fault == fault else { return false }
            if set.once { faults[layer] = nil }
            return true
        }
    }
}

/// The system's methods for files, and ours, which ask for a fault first. Set at the first opening; all files of one
/// kind share the system's.
private struct Methods: @unchecked Sendable {
    // Unchecked: C function tables, never changed once made.
    let system: UnsafePointer<sqlite3_io_methods>
    let faulty: UnsafePointer<sqlite3_io_methods>
}

private let methods = Mutex<[UInt: Methods]>([:])
private let systemOfFaulty = Mutex<[UInt: Methods]>([:])

private func system(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    guard let table = file?.pointee.pMethods,
        let found = systemOfFaulty.withLock({ $0[UInt(bitPattern: table)] })
    else { preconditionFailure("the file was opened through a faulty disk") }
    return found.system.pointee
}

private func openFaulty(
    layer: UnsafeMutablePointer<sqlite3_vfs>?, name: sqlite3_filename?, file: UnsafeMutablePointer<sqlite3_file>?,
    flags: Int32, outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let code = sqlite3_vfs_find("unix")?.pointee.xOpen?(layer, name, file, flags, outFlags), let layer, let file,
        code == SQLITE_OK, let table = file.pointee.pMethods
    else { return SQLITE_CANTOPEN }
    FaultyDisk.files.withLock { $0[UInt(bitPattern: file)] = String(cString: layer.pointee.zName) }
    let ours = methods.withLock { known in
        if let found = known[UInt(bitPattern: table)] { return found }
        let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        copy.initialize(to: table.pointee)
        copy.pointee.xWrite = { file, bytes, count, offset in
            if FaultyDisk.fails(file, with: .full) { return SQLITE_FULL }
            if FaultyDisk.fails(file, with: .readOnly) { return SQLITE_IOERR | (3 << 8) }
            return system(file).xWrite(file, bytes, count, offset)
        }
        copy.pointee.xSync = { file, flags in
            if FaultyDisk.fails(file, with: .sync) { return SQLITE_IOERR | (4 << 8) }
            return system(file).xSync(file, flags)
        }
        let made = Methods(system: table, faulty: UnsafePointer(copy))
        known[UInt(bitPattern: table)] = made
        systemOfFaulty.withLock { $0[UInt(bitPattern: made.faulty)] = made }
        return made
    }
    file.pointee.pMethods = ours.faulty
    return SQLITE_OK
}
