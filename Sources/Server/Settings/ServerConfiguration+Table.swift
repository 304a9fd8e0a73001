import GameRules
import Leaderboards
import Rooms

extension ServerConfiguration {
    /// A setting: its name, its property in the configuration, its valid values and its meaning. The default is the
    /// value of the property in a new configuration.
    package struct Setting: Sendable {
        /// The name, as flags and files have it: lower-case words with dashes between them.
        package let name: String
        /// The meaning, for people.
        package let meaning: String
        /// The allowed values, for lists of settings; nil where the meaning says them.
        package let range: String?
        /// The end of a sentence that tells which texts are valid.
        package let demand: String
        /// Whether a server that runs takes it anew on SIGHUP; the others are read at the start.
        package let isReadAgain: Bool
        /// Takes a text into its place. Answers false, and changes nothing, for a text that does not meet the demand.
        let take: @Sendable (String, inout ServerConfiguration) -> Bool
        /// The text of what stands at its place.
        package let text: @Sendable (ServerConfiguration) -> String
        /// Returns the value for people, without what is a secret.
        package let shown: @Sendable (ServerConfiguration) -> String
        /// Whether a text of it may be a secret, which no sentence repeats.
        let isSecret: Bool

        /// The default, as one would write it; empty if nothing is set.
        package var standard: String { text(ServerConfiguration()) }

        fileprivate init<Value>(
            _ name: String, _ place: WritableKeyPath<ServerConfiguration, Value> & Sendable,
            _ value: SettingValue<Value>, _ meaning: String, isReadAgain: Bool = false
        ) {
            self.name = name
            self.meaning = meaning
            self.isReadAgain = isReadAgain
            range = value.range
            demand = value.demand
            take = { text, configuration in
                guard let value = value.read(text) else { return false }
                configuration[keyPath: place] = value
                return true
            }
            text = { value.write($0[keyPath: place]) }
            let show = value.show ?? value.write
            shown = { show($0[keyPath: place]) }
            isSecret = value.show != nil
        }
    }

    /// Every setting, in the order of the documentation.
    package static let table: [Setting] = [
        Setting("address", \.address, .filled("an IP address"), "IP address to listen on; `::` is every address"),
        Setting("port", \.port, .number(0...65_535), "TCP port; 0 takes a free one"),
        Setting("data", \.data, .filled("a folder"), "folder for the database and the secrets; made if missing"),
        Setting(
            "storage", \.storage, .storage,
            "database with what is played: `sqlite` is a file in the data folder, and `postgresql://HOST/DATABASE` a "
                + "database on a PostgreSQL server; the address has no password"),
        Setting(
            "bus", \.bus, .bus,
            "bus between several machines that serve one database: `nats://HOST/CLUSTER` is a NATS server and the "
                + "cluster's name on it, `tls://` the same with TLS. The address has no password, but "
                + "`?passfile=/path` or `?tokenfile=/path`"),
        Setting("web", \.web, .filled("a folder"), "folder with the page"),
        Setting("words", \.words, .filled("a folder"), "folder with the word lists, one folder per language"),
        Setting(
            "words-left-out", \.wordsLeftOut, .optional("a file"),
            "file with words that are drawn for no day, round or practice, one a line; they can be guessed all the same"
        ),
        Setting(
            "names", \.names, .optional("a folder"),
            "folder with the words that no name may have; `names` beside the word lists if not given"),
        Setting("name", \.name, .name(1...30), "name of the server, in the page and in shared results"),
        Setting("zone", \.zone, .filled("a time zone"), "IANA time zone whose midnight begins the day"),
        Setting(
            "lines", \.lines, .lines,
            "the lines of puzzles that have a daily race, comma-separated: kind of game, language and letters "
                + "(`guess-en-5`, `anagram-en-7`); the first is today's word"),
        Setting(
            "public-address", \.publicAddress, .webAddress,
            "web address under which players find the server, for links, QR codes and the stage "
                + "(`https://play.example`, or `https://example.org/games/tilerace` below a path); without it, that by "
                + "which it is asked, or one of this machine's"),
        Setting(
            "origins", \.origins, .origins,
            "further web origins that may talk to the server, comma-separated (`https://play.example`)",
            isReadAgain: true),
        Setting(
            "access", \.access, .word,
            "who may become a player: everybody (`open`), or who knows the password of `tilerace set-password`, has an "
                + "invitation of `tilerace invite`, or is on the roster of `tilerace classroom`. An invitation is good "
                + "with `password`, too. `classroom` also hides rivals, and takes away lobby, reactions and own names"),
        Setting(
            "guests", \.guests, .onOff,
            "`off`: newcomers need an invitation also where `access` is `open`; who is a player stays one",
            isReadAgain: true),
        Setting(
            "tls-certificate", \.tlsCertificates, .files,
            "PEM file with a certificate and its chain, for HTTPS on the port; of several, comma-separated, "
                + "each host name gets its own, and the first is for all others", isReadAgain: true),
        Setting(
            "tls-key", \.tlsKeys, .files,
            "PEM file with the certificate's private key, not encrypted; of several, in the order of the "
                + "certificates; without it the key is looked for behind the certificate", isReadAgain: true),
        Setting(
            "tls-redirect-port", \.tlsRedirectPort, .optionalPort,
            "a further port, for plain HTTP, that sends everybody to HTTPS"),
        Setting(
            "tls-days", \.tlsDays, .number(0...730),
            "days for which browsers that came by HTTPS do not come without it any more (HSTS); 0 does not ask "
                + "for it", isReadAgain: true),
        Setting(
            "acme-challenges", \.acmeChallenges, .optional("a folder"),
            "folder in which a client of ACME puts its challenges, to be answered with at "
                + "`/.well-known/acme-challenge/`, also on the port that redirects"),
        Setting(
            "shards", \.shards, .number(0...64),
            "event loops that share the connections; 0 is one for each processor core"),
        Setting("connections", \.connections, .number(1...1_000_000), "connections at most"),
        Setting(
            "connections-per-address", \.connectionsPerAddress, .number(1...1_000_000),
            "connections at most from one IP address", isReadAgain: true),
        Setting(
            "requests-per-second", \.requestsPerSecond, .number(1...100_000),
            "HTTP requests at most from one IP address in a second, ten times as many at once", isReadAgain: true),
        Setting(
            "connection-rate", \.connectionRate, .number(1...1_000_000),
            "new connections a second from one IP address, in the long run; at once as many as it may have",
            isReadAgain: true),
        Setting(
            "guests-per-minute", \.guestsPerMinute, .number(1...60_000),
            "new guests at most from one IP address in a minute", isReadAgain: true),
        Setting(
            "trusted-proxies", \.trustedProxies, .addressBlocks,
            "addresses of the proxies in front of the server, comma-separated (`10.0.0.0/8, ::1`)", isReadAgain: true),
        Setting(
            "proxy-field", \.proxyField, .word, "header field in which `trusted-proxies` name the client's address",
            isReadAgain: true),
        Setting(
            "compression", \.compression, .onOff,
            "`off` leaves WebSocket messages uncompressed, also for clients that offer compression"),
        Setting(
            "compression-from", \.compressionFrom, .number(0...1_000_000),
            "bytes of the shortest message that is compressed"),
        Setting(
            "compression-window", \.compressionWindow, .number(8...15),
            "window of compressed messages: the base-2 logarithm of its bytes"),
        Setting(
            "output-memory", \.outputMemory, .number(1...1_048_576),
            "MiB of memory for output that clients have not read and input that they have sent in part; at three "
                + "quarters of it the connections with the most are cut"),
        Setting(
            "points", \.points, .points,
            "points of a word found in 1, 2, 3 … turns, for the rankings of weeks, months and all time: "
                + "\(SettingValue<RankingPoints>.pointsAllowed), never more for more turns"),
        Setting(
            "suspicious-seconds", \.suspiciousBelow, .number(0...3_600),
            "seconds: a word to guess that is found in less, or at the first guess, is marked as suspicious in "
                + "rankings"),
        Setting(
            "room-rounds", \.roomRounds, .number(SprintSettings.roundCounts),
            "words of the first sprint in a new room; its host may choose otherwise"),
        Setting(
            "room-seconds", \.roomSeconds, .number(SprintSettings.limits),
            "seconds for a word of the first sprint in a new room; its host may choose otherwise, and anagrams have a time "
                + "of their own"),
        Setting(
            "room-rows", \.roomRows, .number(GuessRules.rowCounts),
            "guesses for a word of the first sprint in a new room; its host may choose otherwise"),
        Setting(
            "room-hard", \.roomHard, .hardMode,
            "hard mode of the first sprint in a new room; its host may choose otherwise"),
        Setting(
            "forget-players", \.forgetPlayers, .numberOrNone(30...3_650),
            "days without a visit after which a player is deleted, as players can delete themselves, so that results stay "
                + "without a name; 0 is never"),
        Setting(
            "forget-rooms", \.forgetRooms, .numberOrNone(30...3_650),
            "days after which a room in which nothing happens is deleted with all that happened there; its members' games "
                + "stay; 0 is never"),
        Setting(
            "backups", \.backups, .optional("a folder"),
            "folder into which the running server puts backups by itself, each tried by a restore; made if missing, "
                + "and for this server alone", isReadAgain: true),
        Setting(
            "backup-time", \.backupTime, .schedule,
            "when the server puts a backup into the folder `backups`: at a time of the day in `zone` (`04:00`), or every so "
                + "many hours (`6h`)",
            isReadAgain: true),
        Setting(
            "backups-kept", \.backupsKept, .number(1...1_000),
            "backups that stay in the folder `backups` of those that the server has made; older ones are removed once a new "
                + "one is good",
            isReadAgain: true),
        Setting(
            "webhook", \.webhook, .hookAddresses,
            "web addresses, comma-separated, that are told when the day of a room is over, and when a record fell in it. "
                + "`file:/path` is a file of mode 600 with one address a line, which nobody else can read"),
        Setting(
            "webhook-secret", \.webhookSecret, .optional("a file"),
            "file with the secret, of 16 bytes or more, that signs what is sent to webhooks; if not given, the file "
                + "`webhook-secret` in the data folder, which is made if missing"),
        Setting(
            "webhook-rooms", \.webhookRooms, .roomCodes,
            "codes of the rooms of which webhooks are told, comma-separated (`KYTE7`)"),
        Setting(
            "webhook-format", \.webhookFormat, .word,
            "what webhooks are sent: every figure, or a text for a chat group as `text` or `content` of a JSON object"),
        Setting(
            "webhook-authorities", \.webhookAuthorities, .optional("a PEM file"),
            "PEM file with the authorities whose certificates of webhooks are trusted, in place of the system's"),
        Setting(
            "webhook-plain", \.webhookPlain, .onOff,
            "`on` allows webhooks by `http://` to other machines; whoever is on the way can read and change them"),
        Setting("metrics", \.metrics, .onOff, "`on` serves figures for Prometheus at `/metrics`"),
        Setting(
            "metrics-address", \.metricsAddress, .metricsAddress,
            "serves the figures of `metrics` at a listener of their own, and not at the game's. It is a port of this "
                + "machine (`127.0.0.1:9464`), a Unix socket (`/run/tilerace/metrics`), or, with `public` before it, an "
                + "address that other machines reach"),
        Setting("log", \.logLevel, .logLevel, "the least level of what is logged", isReadAgain: true),
        Setting(
            "log-format", \.logFormat, .word,
            "the form of the log's lines: for eyes, or each a JSON object for programs that collect logs"),
    ]
}
