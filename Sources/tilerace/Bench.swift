import Clients
import EventLoops
import Foundation
import LoadGenerator
import Server
import WordLists

/// `tilerace bench`: a load on a server, from the command line to the report.
enum Bench {
    private enum ExitCode {
        static let complete: Int32 = 0
        static let incomplete: Int32 = 2
    }

    /// Makes the load and ends the program.
    static func run(_ arguments: [String]) -> Never {
        let signals = HeldSignals([SIGTERM, SIGINT])
        let options: BenchOptions
        let lexicon: Lexicon
        let load: Load
        do {
            options = try BenchOptions(arguments)
            lexicon = try WordFiles.lexicon(
                folder: options.words, language: options.language, kinds: [.guess, options.plan.line?.kind ?? .guess])
            let address = try address(of: options.location, options)
            var watched: [LoadTarget] = []
            for location in options.watched {
                watched.append(LoadTarget(location, at: try self.address(of: location, options)))
            }
            try checkOpenFiles(options.plan)
            load = try Load(on: options.location, at: address, watchingAt: watched)
            start(
                load, options, lexicon,
                isLocal: PrivateNetwork.isLoopback(address) || LocalAddresses.all().contains(address.host))
        } catch {
            fail("\(error)")
        }
        _ = signals.next()
        load.stop()
        signals.end(by: signals.next())
    }

    /// The address to which the load goes. A load on somebody else's server would be an attack.
    private static func address(
        of location: ServerLocation, _ options: BenchOptions
    ) throws(BenchOptions.Fault) -> SocketAddress {
        let (host, port) = (location.host, location.port)
        guard let address = SocketAddress.lookUp(host: host, port: port).first else {
            throw BenchOptions.Fault(description: "there is no host “\(host)”")
        }
        guard options.ownsServer || PrivateNetwork.contains(address) else {
            throw BenchOptions.Fault(
                description:
                    "\(host) is neither this machine nor on a private network. If the server is yours to load, add "
                    + "--i-own-this-server")
        }
        return address
    }

    /// Every connection is an open file.
    private static func checkOpenFiles(_ plan: LoadPlan) throws(BenchOptions.Fault) {
        let limit = OpenFiles.raiseLimit()
        guard plan.connections > limit else { return }
        throw BenchOptions.Fault(
            description:
                "this load opens up to \(plan.connections) connections, and the system lets the program have \(limit) "
                + "open files: raise that with “ulimit -n”")
    }

    private static func start(_ load: Load, _ options: BenchOptions, _ lexicon: Lexicon, isLocal: Bool) {
        let process = options.process ?? (isLocal ? ListeningProcess.find(port: options.location.port) : nil)
        let line = ProgressLine()
        let numbers = RandomNumbers()
        load.start(
            options.plan, lexicon: lexicon, process: process,
            random: { numbers.next() },
            progress: { line.show($0) },
            finished: { result in
                line.clear()
                Task {
                    // The server should not see its clients vanish.
                    await load.close()
                    end(result, options)
                }
            })
    }

    private static func end(_ result: Result<LoadReport, LoadFault>, _ options: BenchOptions) -> Never {
        switch result {
        case .failure(let fault): fail("\(fault)")
        case .success(let report):
            let output = options.isJSON ? Data(report.json) : Data(report.text.utf8)
            FileHandle.standardOutput.write(output + Data("\n".utf8))
            exit(report.isComplete ? ExitCode.complete : ExitCode.incomplete)
        }
    }
}
