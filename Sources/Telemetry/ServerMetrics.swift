/// Every metric of the server: this file is the list of names. Counters count since the start of the process.
package final class ServerMetrics: Sendable {
    /// Sockets accepted.
    package let connectionsAccepted = Counter()
    /// Sockets closed right after they were accepted, because a limit was reached.
    package let connectionsRefused = Counter()
    /// Times that clients waited in the kernel's queue because the server had its maximum number of connections. It
    /// looks for waiting clients ten times a second.
    package let acceptPauses = Counter()
    /// Sockets cut because too much waited for them, or for all together.
    package let connectionsCut = CounterFamily(label: "reason", values: ["memory", "slow"])
    /// Sockets open now, HTTP and WebSocket.
    package let connectionsOpen = Gauge()
    /// WebSocket connections open now.
    package let socketsOpen = Gauge()
    /// Bytes of memory that wait for clients, as of the last quarter of a second.
    package let outputWaiting = Gauge()
    /// WebSocket connections closed by the server, by close code.
    package let closes: CounterFamily
    /// HTTP responses, by status class.
    package let responses = CounterFamily(label: "status", values: ["1xx", "2xx", "3xx", "4xx", "5xx"])
    /// Messages of clients, text and whole.
    package let messagesReceived = Counter()
    /// Server messages written, counted once for each socket.
    package let messagesSent = Counter()
    /// Times that a watcher fell behind and was left out until it had read, to be given the whole picture then.
    package let watchersSkipped = Counter()
    /// Bytes of the messages that were compressed, before and after; once for each message, however many received it.
    package let compression = CounterFamily(label: "when", values: ["before", "after"])
    /// 1 while the server takes guesses, and else 0.
    package let ready = Gauge()
    /// Backups that the server made by itself: good ones, and tries from which none came.
    package let backups = CounterFamily(label: "outcome", values: ["good", "failed"])
    /// Bytes that may still be written where the data folder is, as of the last second; -1 where the system does not
    /// say.
    package let diskFree = Gauge()
    /// The end of the certificate that ends first, in seconds since 1970-01-01 UTC; 0 for a server without one.
    package let certificateEnd = Gauge()
    /// 1 while this server makes backups by itself, and else 0: where no folder is set for them, or another server
    /// decides.
    package let makesBackups = Gauge()
    /// The instant of the newest good one, in seconds since 1970-01-01 UTC; 0 if there is none, or none is to be made.
    package let newestBackup = Gauge()
    /// Tries to tell programs outside what happened: taken, to be tried again, and given up.
    package let webhooks = CounterFamily(label: "outcome", values: ["delivered", "failed", "dead"])
    /// Deliveries that wait to be tried, or tried again.
    package let webhooksWaiting = Gauge()
    /// Deliveries that were given up, and are kept.
    package let webhooksDead = Gauge()
    /// Transactions that failed.
    package let commitFailures = Counter()
    /// The time from what was decided to its being on the disk.
    package let commits = Histogram()
    /// The time from a guess that is accepted, on the hub's shard, to its answer.
    package let guesses = Histogram()
    /// Players who were deleted because they came no more.
    package let playersForgotten = Counter()
    /// Rooms that were deleted because nothing happened there any more.
    package let roomsForgotten = Counter()
    /// Players and rooms in memory, as of the last quarter of a second.
    package let playersLoaded = Gauge()
    package let roomsLoaded = Gauge()

    /// 1 while this server decides, and else 0; always 1 for one that is alone.
    package let isHub = Gauge()
    /// 1 while this server has a link to the one that decides, and else 0; always 1 for one that is alone.
    package let isLinked = Gauge()
    /// The generation of the lease of whoever decides; 0 while nobody is known to.
    package let hubGeneration = Gauge()
    /// Servers that this one decides for, itself among them.
    package let nodesLinked = Gauge()
    /// Links between servers that were lost, counted at each end.
    package let linksLost = Counter()
    /// Times that the lease could not be renewed in time, and this server fell silent.
    package let leaseLapses = Counter()
    /// Bytes for the one that decides which it has not handled.
    package let linkUnacknowledged = Gauge()
    /// The time to the one that decides and back.
    package let linkRoundTrips = Histogram()
    /// 1 while there is a bus and it cannot be reached, and else 0.
    package let isBusAway = Gauge()
    /// Messages that could not be given to the bus.
    package let busDropped = Counter()

    /// Metrics whose labels have these values; they come from the protocol's table of close codes.
    package init(closeCodes: [Int]) {
        closes = CounterFamily(label: "code", values: closeCodes.map { String($0) })
        isHub.set(1)
        isLinked.set(1)
        diskFree.set(-1)
    }

    /// All of them in the text format of Prometheus.
    package func prometheusText() -> String {
        var out = PrometheusText()
        out.add("tilerace_build_info", "The release that runs.", labels: ["version": Release.version])
        out.add("tilerace_connections_accepted_total", "Sockets accepted.", connectionsAccepted)
        out.add("tilerace_connections_refused_total", "Sockets refused at a limit.", connectionsRefused)
        out.add("tilerace_accept_pauses_total", "Times that accepting paused at a limit.", acceptPauses)
        out.add("tilerace_connections_cut_total", "Sockets cut because too much waited for them.", connectionsCut)
        out.add("tilerace_connections_open", "Sockets open, HTTP and WebSocket.", connectionsOpen)
        out.add("tilerace_websockets_open", "WebSocket connections open.", socketsOpen)
        out.add("tilerace_output_waiting_bytes", "Memory that waits for clients to read.", outputWaiting)
        out.add("tilerace_websocket_closes_total", "WebSocket connections closed by the server.", closes)
        out.add("tilerace_http_responses_total", "HTTP responses.", responses)
        out.add("tilerace_messages_received_total", "Client messages received.", messagesReceived)
        out.add("tilerace_messages_sent_total", "Server messages, counted once for each socket.", messagesSent)
        out.add("tilerace_watchers_skipped_total", "Times a watcher fell behind.", watchersSkipped)
        out.add("tilerace_compression_bytes_total", "Bytes of compressed messages, before and after.", compression)
        out.add("tilerace_ready", "Whether the server takes guesses.", ready)
        out.add("tilerace_disk_free_bytes", "Free bytes where the data folder is.", diskFree)
        out.add("tilerace_certificate_end_timestamp_seconds", "When the first certificate ends.", certificateEnd)
        out.add("tilerace_backups_total", "Backups that the server made by itself, and failed tries.", backups)
        out.add("tilerace_backups_set", "Whether this server makes backups by itself.", makesBackups)
        out.add("tilerace_newest_backup_timestamp_seconds", "When the newest good backup was made.", newestBackup)
        out.add("tilerace_webhooks_total", "Tries to deliver to webhooks, by outcome.", webhooks)
        out.add("tilerace_webhooks_waiting", "Deliveries to webhooks that wait.", webhooksWaiting)
        out.add("tilerace_webhooks_dead", "Deliveries to webhooks that were given up, and are kept.", webhooksDead)
        out.add("tilerace_commit_failures_total", "Transactions that storage failed.", commitFailures)
        out.add("tilerace_commit_seconds", "Time from a decision to its being on the disk.", commits)
        out.add("tilerace_guess_seconds", "Time from an accepted guess to its answer, inside the server.", guesses)
        out.add("tilerace_players_loaded", "Players in memory.", playersLoaded)
        out.add("tilerace_rooms_loaded", "Rooms in memory.", roomsLoaded)
        out.add("tilerace_players_forgotten_total", "Players deleted who came no more.", playersForgotten)
        out.add("tilerace_rooms_forgotten_total", "Rooms deleted in which nothing happened.", roomsForgotten)
        addCluster(to: &out)
        return out.text
    }

    private func addCluster(to out: inout PrometheusText) {
        out.add("tilerace_hub", "Whether this server decides.", isHub)
        out.add("tilerace_hub_linked", "Whether this server has a link to the one that decides.", isLinked)
        out.add("tilerace_hub_generation", "Generation of the lease of the one that decides.", hubGeneration)
        out.add("tilerace_nodes_linked", "Servers that this one decides for.", nodesLinked)
        out.add("tilerace_links_lost_total", "Links between servers that were lost.", linksLost)
        out.add("tilerace_lease_lapses_total", "Times the lease was not renewed in time.", leaseLapses)
        out.add("tilerace_link_unhandled_bytes", "Bytes not handled by the one that decides.", linkUnacknowledged)
        out.add("tilerace_link_round_trip_seconds", "Time to the one that decides and back.", linkRoundTrips)
        out.add("tilerace_bus_away", "Whether the bus cannot be reached.", isBusAway)
        out.add("tilerace_bus_dropped_total", "Messages that could not be given to the bus.", busDropped)
    }
}
