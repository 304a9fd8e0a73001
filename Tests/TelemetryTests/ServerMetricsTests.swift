import Foundation
import Telemetry
import Testing

@Suite struct ServerMetricsTests {
    private let text = ServerMetrics(closeCodes: [1001])
        .prometheusText()

    @Test("Every name is well formed and appears once")
    func everyNameIsWellFormedAndAppearsOnce() {
        let names = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.hasPrefix("tilerace_"))
            #expect(name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F })
        }
    }

    @Test("The page docs/monitoring.md lists every figure with its kind")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/monitoring.md"), encoding: .utf8)
        // | `name` | kind, by `label` | meaning |
        let told = page.split(separator: "\n").filter { $0.hasPrefix("| `tilerace_") }.map { row in
            let cells = row.split(separator: "|")
            let name = cells[0].filter { $0 != "`" && $0 != " " }
            return "\(name) \(cells[1].split { !$0.isLetter }.first ?? "")"
        }
        let served = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map {
            $0.dropFirst("# TYPE ".count)
        }
        #expect(served.sorted().map(String.init) == told.sorted())
    }

    @Test("Exactly the counters have names that end in total")
    func countersSayTotalAndNothingElseDoes() {
        for line in text.split(separator: "\n").filter({ $0.hasPrefix("# TYPE ") }) {
            let parts = line.split(separator: " ")
            #expect(parts[2].hasSuffix("_total") == (parts[3] == "counter"), "\(line)")
        }
    }

    @Test("The release is a metric")
    func theReleaseIsTold() {
        #expect(text.contains("tilerace_build_info{version=\"\(Release.version)\"} 1\n"))
    }

    @Test("A disk that nobody has looked at is not a full one")
    func unknownDisk() {
        #expect(text.contains("\ntilerace_disk_free_bytes -1\n"))
    }

    @Test("The series of the protocol's tables exist from the start")
    func seriesOfTheProtocolsTablesAreThereFromTheStart() {
        #expect(text.contains(#"tilerace_http_responses_total{status="2xx"} 0"#))
        #expect(text.contains(#"tilerace_websocket_closes_total{code="1001"} 0"#))
    }
}
