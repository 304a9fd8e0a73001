import Synchronization
import Testing

@testable import LoadGenerator
@testable import tilerace

private final class Texts: Sendable {
    private let texts = Mutex<[String]>([])
    func append(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
}

@Suite("The progress line")
struct ProgressLineTests {
    private static func progress(_ seconds: Double) -> LoadProgress {
        LoadProgress(
            seconds: seconds, phase: .draining, guests: (arrived: 0, wanted: 1), isMeasuring: false, isClosed: false,
            figures: LoadFigures())
    }

    private static func written(isTerminal: Bool) -> [String] {
        let texts = Texts()
        let line = ProgressLine(isTerminal: isTerminal, write: { texts.append($0) })
        line.show(progress(3.9))
        line.show(progress(4))
        line.clear()
        return texts.all
    }

    @Test("The progress line overwrites itself in a terminal and is cleared at the end")
    func terminal() {
        #expect(
            Self.written(isTerminal: true) == [
                "\r\u{1B}[K3 s  waiting for what is under way", "\r\u{1B}[K4 s  waiting for what is under way",
                "\r\u{1B}[K",
            ])
    }

    @Test("A file or a pipe gets no progress line")
    func file() { #expect(Self.written(isTerminal: false).isEmpty) }
}
