import Telemetry
import Testing

@Suite struct MetricsTests {
    @Test func countersAddUpFromManyThreads() async {
        let counter = Counter()
        let gauge = Gauge()
        let histogram = Histogram(bounds: [1, 2])
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 {
                        counter.add()
                        gauge.add(task % 2 == 0 ? 1 : -1)
                        histogram.record(task % 4)
                    }
                }
            }
        }
        #expect(counter.value == 80_000)
        #expect(gauge.value == 0)
        let (cumulative, count, sum) = histogram.snapshot
        #expect(cumulative == [40_000, 60_000] && count == 80_000 && sum == 120_000)
    }

    @Test func gaugesAreSet() {
        let gauge = Gauge()
        gauge.set(7)
        gauge.add(-10)
        #expect(gauge.value == -3)
    }

    @Test func boundsBelongToTheirBucket() {
        let histogram = Histogram(bounds: [10, 20])
        for value in [-5, 0, 10, 11, 20, 21] { histogram.record(value) }
        let (cumulative, count, sum) = histogram.snapshot
        #expect(cumulative == [3, 5] && count == 6 && sum == 62)
    }

    @Test func aPeersLabelMakesNoNewSeries() {
        let family = CounterFamily(label: "type", values: ["guess", "join", "guess"])
        family["guess"].add(2)
        for name in 0..<1000 { family["made up \(name)"].add() }
        #expect(family.values.map(\.value) == ["guess", "join", "other"])
        #expect(family.values.map(\.count) == [2, 0, 1000])
    }
}
