import Telemetry
import Testing

@Suite struct MetricsTests {
    @Test("A counter adds up from many threads")
    func countersAddUpFromManyThreads() async {
        let counter = Counter()
        let gauge = Gauge()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 {
                        counter.add()
                        gauge.add(task % 2 == 0 ? 1 : -1)
                    }
                }
            }
        }
        #expect(counter.value == 80_000)
        #expect(gauge.value == 0)
    }

    @Test("A gauge has the last value set")
    func gaugesAreSet() {
        let gauge = Gauge()
        gauge.set(7)
        gauge.add(-10)
        #expect(gauge.value == -3)
    }

    @Test("A peer's label makes no new series")
    func aPeersLabelMakesNoNewSeries() {
        let family = CounterFamily(label: "type", values: ["guess", "join", "guess"])
        family["guess"].add(2)
        for name in 0..<1000 { family["made up \(name)"].add() }
        #expect(family.values.map(\.value) == ["guess", "join", "other"])
        #expect(family.values.map(\.count) == [2, 0, 1000])
    }
}
