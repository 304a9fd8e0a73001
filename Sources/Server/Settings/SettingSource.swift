/// The place that the value of a setting comes from.
package enum SettingSource: Hashable, Sendable, CustomStringConvertible {
    /// The program itself.
    case standard
    /// A line of a configuration file; lines are counted from 1.
    case file(path: String, line: Int)
    /// A variable of the process's environment.
    case environment(variable: String)
    case commandLine

    /// The place as a fault begins with it.
    package var description: String {
        switch self {
        case .standard: "default"
        case .file(let path, let line): "\(path), line \(line)"
        case .environment(let variable): "environment, \(variable)"
        case .commandLine: "command line"
        }
    }
}
