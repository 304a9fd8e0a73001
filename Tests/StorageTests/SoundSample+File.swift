import SQLiteStorage
import TestKit
import Testing

extension SoundSample {
    /// Makes a database of the sample in a folder.
    static func fill(_ folder: String) async throws {
        let engine = try SQLiteStorage(folder: folder) { Issue.record("checkpoint: \($0)") }
        #expect(await StorageProbe(engine).write(all: writes) == nil)
        engine.close()
    }
}
