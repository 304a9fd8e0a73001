import Foundation
import Testing

extension Trait where Self == BlockingTests {
    /// For tests that wait with blocking calls, as plain sockets do.
    package static var blocking: BlockingTests { BlockingTests() }
}

/// Runs tests that block on a few threads of their own. Otherwise they would hold up the threads that all other tests
/// and the tasks of the server under test share: two on a small machine.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

private final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()
    private let queue = OperationQueue()

    private init() { queue.maxConcurrentOperationCount = 4 }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
