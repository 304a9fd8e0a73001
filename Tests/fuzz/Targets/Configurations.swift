import Server

/// A configuration file, and the same as a command line.
enum Configurations {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        let text = String(decoding: bytes, as: UTF8.self)
        let file: String
        let reading = SettingsReading(file: text, path: "a.conf")
        guard reading.faults.isEmpty else {
            // Each is one sentence that says where.
            for fault in reading.faults {
                try Finding.unless(
                    fault.description.hasPrefix("a.conf, line "), "a fault without its place: \(fault)")
            }
            return
        }
        file = "\(reading.configuration)"
        let lines = Array(text.utf8).split(separator: 0x0A)
        let arguments = lines.compactMap(setting).flatMap { ["--" + $0.name, $0.value] }
        switch read({ () throws(ConfigurationFault) in
            try ServerConfiguration.parse(arguments: arguments) { path throws(ConfigurationFault) in
                throw ConfigurationFault("\(path) is not there")
            }
        }) {
        case .success(let line): try Finding.unless("\(line)" == file, "as arguments \(line), as a file \(file)")
        case .failure(let fault): throw Finding(description: "taken from a file, refused as \(arguments): \(fault)")
        }
    }

    private static func read(
        _ body: () throws(ConfigurationFault) -> ServerConfiguration
    ) -> Result<ServerConfiguration, ConfigurationFault> {
        Result(catching: body)
    }

    /// A line read by another hand than the server's.
    private static func setting(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        let line = trimmed(line)
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")), line.first != UInt8(ascii: "#") else { return nil }
        let (name, value) = (trimmed(line[..<equals]), trimmed(line[(equals + 1)...]))
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blanks = Array(" \t\r".utf8)
        var text = text.drop(while: blanks.contains)
        while let last = text.last, blanks.contains(last) { text.removeLast() }
        return text
    }
}
