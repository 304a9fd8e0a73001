import Testing

@testable import Telemetry

@Suite struct PrometheusTextTests {
    @Test func writesEachKind() {
        var out = PrometheusText()
        let counter = Counter()
        counter.add(3)
        let gauge = Gauge()
        gauge.set(-1)
        let histogram = Histogram(bounds: [500, 2_000_000])
        for value in [100, 500, 600, 9_000_000] { histogram.record(value) }
        out.add("a_total", "An A.", counter)
        out.add("b", "A B.", gauge)
        out.add("c_seconds", "A C.", histogram, decimals: 6)
        #expect(
            out.text == """
                # HELP a_total An A.
                # TYPE a_total counter
                a_total 3
                # HELP b A B.
                # TYPE b gauge
                b -1
                # HELP c_seconds A C.
                # TYPE c_seconds histogram
                c_seconds_bucket{le="0.0005"} 2
                c_seconds_bucket{le="2"} 3
                c_seconds_bucket{le="+Inf"} 4
                c_seconds_sum 9.0012
                c_seconds_count 4

                """)
    }

    @Test func escapesLabelsAndHelp() {
        var out = PrometheusText()
        out.add("d_total", "back\\slash\nnew \"line\"", CounterFamily(label: "l", values: ["q\"\\\n"]))
        #expect(out.text.contains(#"# HELP d_total back\\slash\nnew "line""#))
        #expect(out.text.contains(#"d_total{l="q\"\\\n"} 0"#))
        #expect(out.text.contains(#"d_total{l="other"} 0"#))
    }

    @Test(arguments: [
        (0, 6, "0"), (1, 6, "0.000001"), (2500, 6, "0.0025"), (1_000_000, 6, "1"), (12, 0, "12"), (120, 1, "12"),
    ])
    func dividesWithoutRounding(value: Int, decimals: Int, text: String) {
        #expect(PrometheusText.decimal(value, decimals) == text)
    }
}
