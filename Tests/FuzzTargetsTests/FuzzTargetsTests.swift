import Foundation
import FuzzTargets
import TestKit
import Testing

/// Every committed input, also those that once were findings, through its target: what `./test fuzz` begins with.
@Suite(.blocking) struct FuzzTargetsTests {
    private static let corpus = URL(filePath: TestServer.root + "/Tests/fuzz/corpus")

    private static func inputs(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = corpus.appending(path: target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
    }

    @Test("Every committed input passes its fuzz target", arguments: FuzzTarget.allCases)
    func committedInputs(target: FuzzTarget) throws {
        let inputs = try Self.inputs(target)
        #expect(inputs.count >= 5, "\(target.rawValue) has too few inputs to begin with")
        for input in inputs {
            do throws(Finding) {
                try target.check(input.bytes)
            } catch {
                Issue.record("\(target.rawValue)/\(input.name): \(error)")
            }
        }
        try target.check([])
    }

    @Test("Every folder of inputs belongs to a fuzz target, and every target has one")
    func foldersHaveTargets() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}
