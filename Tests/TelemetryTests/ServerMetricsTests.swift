import Telemetry
import Testing

@Suite struct ServerMetricsTests {
    private let text = ServerMetrics(closeCodes: [1001])
        .prometheusText()

    @Test("Every name is well formed and appears once")
    func everyNameIsWellFormedAndAppearsOnce() {
        let names = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(names.count >= 8)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.hasPrefix("tilerace_"))
            #expect(name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F })
        }
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
