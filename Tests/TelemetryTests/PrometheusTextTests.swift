import Telemetry
import Testing

@Suite struct PrometheusTextTests {
    @Test func writesEachKind() {
        var out = PrometheusText()
        let counter = Counter()
        counter.add(3)
        let gauge = Gauge()
        gauge.set(-1)
        out.add("a_total", "An A.", counter)
        out.add("b", "A B.", gauge)
        #expect(
            out.text == """
                # HELP a_total An A.
                # TYPE a_total counter
                a_total 3
                # HELP b A B.
                # TYPE b gauge
                b -1

                """)
    }

    @Test func escapesLabelsAndHelp() {
        var out = PrometheusText()
        out.add("d_total", "back\\slash\nnew \"line\"", CounterFamily(label: "l", values: ["q\"\\\n"]))
        #expect(out.text.contains(#"# HELP d_total back\\slash\nnew "line""#))
        #expect(out.text.contains(#"d_total{l="q\"\\\n"} 0"#))
        #expect(out.text.contains(#"d_total{l="other"} 0"#))
    }
}
