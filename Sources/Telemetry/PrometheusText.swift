/// Writes metrics in the text format of Prometheus, version 0.0.4.
package struct PrometheusText {
    /// The content type to serve it with.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text written so far; every line ends with a newline.
    package private(set) var text = ""

    /// A text with nothing in it yet.
    package init() {}

    /// Adds a counter.
    package mutating func add(_ name: String, _ help: String, _ counter: Counter) {
        head(name, help, "counter")
        text += "\(name) \(counter.value)\n"
    }

    /// Adds a gauge.
    package mutating func add(_ name: String, _ help: String, _ gauge: Gauge) {
        head(name, help, "gauge")
        text += "\(name) \(gauge.value)\n"
    }

    /// Adds every counter of a family.
    package mutating func add(_ name: String, _ help: String, _ family: CounterFamily) {
        head(name, help, "counter")
        for (value, count) in family.values {
            text += "\(name){\(family.label)=\"\(Self.escaped(value, quotes: true))\"} \(count)\n"
        }
    }

    /// Adds a histogram, in seconds.
    package mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
        head(name, help, "histogram")
        let counts = histogram.cumulative
        for (bound, count) in zip(Histogram.bounds, counts) {
            text += "\(name)_bucket{le=\"\(bound / 1_000)\"} \(count)\n"
        }
        // Both figures come from one reading, so that they agree while others count.
        let all = counts.last ?? 0
        text += "\(name)_bucket{le=\"+Inf\"} \(all)\n\(name)_sum \(histogram.seconds)\n\(name)_count \(all)\n"
    }

    /// Adds what does not change while the process runs, as labels of a gauge that is 1.
    package mutating func add(_ name: String, _ help: String, labels: KeyValuePairs<String, String>) {
        head(name, help, "gauge")
        let pairs = labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
        text += "\(name){\(pairs.joined(separator: ","))} 1\n"
    }

    private mutating func head(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(type)\n"
    }

    /// Label values escape the quote too, help does not.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\"" where quotes: out += "\\\""
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
