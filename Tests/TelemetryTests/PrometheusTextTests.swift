import Telemetry
import Testing

@Suite struct PrometheusTextTests {
    @Test("Every kind of metric is written")
    func writesEachKind() {
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

    @Test("A histogram's bucket counts the durations up to its bound")
    func aHistogramCountsWhatTookNoLonger() {
        var out = PrometheusText()
        let histogram = Histogram()
        // At a bound, above it, above all, and a clock that was wrong.
        for taken in [1_000_000, 1_000_001, 60_000_000_000, -5] { histogram.record(taken) }
        out.add("a_seconds", "How long.", histogram)
        for line in [
            "# TYPE a_seconds histogram", #"a_seconds_bucket{le="0.0005"} 1"#, #"a_seconds_bucket{le="0.001"} 2"#,
            #"a_seconds_bucket{le="0.0025"} 3"#, #"a_seconds_bucket{le="10.0"} 3"#,
            #"a_seconds_bucket{le="+Inf"} 4"#, "a_seconds_sum 60.002000001", "a_seconds_count 4",
        ] { #expect(out.text.split(separator: "\n").contains(Substring(line)), "\(line)") }
    }

    @Test("Labels and help texts are escaped")
    func escapesLabelsAndHelp() {
        var out = PrometheusText()
        out.add("d_total", "back\\slash\nnew \"line\"", CounterFamily(label: "l", values: ["q\"\\\n"]))
        #expect(out.text.contains(#"# HELP d_total back\\slash\nnew "line""#))
        #expect(out.text.contains(#"d_total{l="q\"\\\n"} 0"#))
        #expect(out.text.contains(#"d_total{l="other"} 0"#))
    }
}
