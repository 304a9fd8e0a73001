import CSQLite
import Glibc
import Synchronization

/// The C side of `LossyDisk`: SQLite's own file layer, with a look at what passes.
enum LossyFile {
    private struct Open: Sendable {
        let disk: LossyDisk
        let name: String
    }

    /// C function tables, never changed once made.
    private struct Methods: @unchecked Sendable {
        // Unchecked: see above.
        let system: UnsafePointer<sqlite3_io_methods>
        let ours: UnsafePointer<sqlite3_io_methods>
    }

    private static let opened = Mutex<[UInt: Open]>([:])
    private static let methods = Mutex<[UInt: Methods]>([:])

    /// Registers a layer of this name, for the life of the process, as SQLite wants it.
    static func register(_ name: String) {
        guard sqlite3_vfs_find(name) == nil else { return }
        guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has a default file layer") }
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        layer.initialize(to: system.pointee)
        layer.pointee.zName = UnsafePointer(strdup(name))
        layer.pointee.xOpen = { LossyFile.open($0, $1, $2, $3, $4) }
        layer.pointee.xDelete = { layer, path, syncs in
            let system = { sqlite3_vfs_find("unix")?.pointee.xDelete?(layer, path, syncs) ?? SQLITE_MISUSE }
            guard let disk = LossyFile.disk(of: layer), let path else { return system() }
            return disk.delete(LossyFile.lastName(of: path), forGood: syncs != 0, system)
        }
        precondition(sqlite3_vfs_register(layer, 0) == SQLITE_OK)
    }

    private static func disk(of layer: UnsafeMutablePointer<sqlite3_vfs>?) -> LossyDisk? {
        guard let layer else { return nil }
        let name = String(cString: layer.pointee.zName)
        return LossyDisk.layers.withLock { $0[name] }
    }

    private static func lastName(of path: UnsafePointer<CChar>) -> String {
        String(cString: path).split(separator: "/").last.map(String.init) ?? ""
    }

    private static func open(
        _ layer: UnsafeMutablePointer<sqlite3_vfs>?, _ path: sqlite3_filename?,
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let code = sqlite3_vfs_find("unix")?.pointee.xOpen?(layer, path, file, flags, outFlags) ?? SQLITE_MISUSE
        guard code == SQLITE_OK, let path, let file, let disk = disk(of: layer), let table = file.pointee.pMethods
        else {
            return code
        }
        let name = lastName(of: path)
        disk.opened(name)
        opened.withLock { $0[UInt(bitPattern: file)] = Open(disk: disk, name: name) }
        file.pointee.pMethods = watched(table)
        return code
    }

    private static func watched(_ table: UnsafePointer<sqlite3_io_methods>) -> UnsafePointer<sqlite3_io_methods> {
        methods.withLock { known in
            if let found = known.values.first(where: { $0.system == table }) { return found.ours }
            let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            copy.initialize(to: table.pointee)
            copy.pointee.xWrite = { file, bytes, count, offset in
                let (open, system) = LossyFile.look(file)
                let written = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return open.disk.write(written, to: open.name, at: Int(offset)) {
                    system.xWrite(file, bytes, count, offset)
                }
            }
            copy.pointee.xTruncate = { file, size in
                let (open, system) = LossyFile.look(file)
                return open.disk.truncate(open.name, to: Int(size)) { system.xTruncate(file, size) }
            }
            copy.pointee.xSync = { file, flags in
                let (open, system) = LossyFile.look(file)
                return open.disk.sync(open.name) { system.xSync(file, flags) }
            }
            let made = Methods(system: table, ours: UnsafePointer(copy))
            known[UInt(bitPattern: made.ours)] = made
            return made.ours
        }
    }

    private static func look(_ file: UnsafeMutablePointer<sqlite3_file>?) -> (Open, sqlite3_io_methods) {
        guard let table = file?.pointee.pMethods, let open = opened.withLock({ $0[UInt(bitPattern: file)] }),
            let found = methods.withLock({ $0[UInt(bitPattern: table)] })
        else { preconditionFailure("the file was opened through a lossy disk") }
        return (open, found.system.pointee)
    }
}
