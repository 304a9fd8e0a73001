import Bytes
import HTTP1
import WordLists

/// The HTML page that people see instead of a problem document. One file without further resources, because the server
/// may have no room for a second connection.
enum ErrorPage {
    /// The page of an answer. `detail` is our own sentence, but may quote what was asked for.
    static func html(_ status: HTTPStatus, _ detail: String, below site: SitePath) -> String {
        let words = words(for: status, home: "\(site.text)/")
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>\(escaped(words.title)) · Tilerace</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <link rel="icon" href="\(icon)">
            <style>\(style)</style>
            </head>
            <body>
            <main>
            <p class="lane" aria-hidden="true"><b></b><b></b><b></b><b></b><b></b><i></i></p>
            <p class="status">\(status.code)</p>
            <h1>\(escaped(words.title))</h1>
            <p>\(escaped(detail))</p>
            <p><a href="\(words.link.path)">\(escaped(words.link.text))</a></p>
            </main>
            </body>
            </html>

            """
    }

    /// The sign, in the page itself: what a browser asks for besides may get no connection.
    static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 28 28'%3E%3Crect width='28' height='28' "
        + "rx='7' fill='%23D63A22'/%3E%3Cpath d='M10 7.2h9.5M6 10.9h13M12.5 14.6h6.5M8 18.3h11M4.5 22h14.5M21.6 5.5v18' "
        + "stroke='%23fff' stroke-width='2.3'/%3E%3C/svg%3E"

    /// The style as a source of a Content-Security-Policy.
    static let styleDigest = "sha256-" + Base64.standard.encode(Digest(of: Array(style.utf8)).bytes)

    private static func words(
        for status: HTTPStatus, home: String
    ) -> (title: String, link: (text: String, path: String)) {
        let home = (text: "To today’s race", path: home)
        let again = (text: "Try again", path: "")
        return switch status.code {
        case 404: ("No such page", home)
        case 405: ("Not possible here", home)
        case 429: ("Too fast", again)
        case 503: ("The server is full", again)
        default: (status.phrase, home)
        }
    }

    /// A text between tags, or between the quotes of an attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// The page's colours (`web/style.css`), light and dark.
    private static let style = """
        :root{color-scheme:light dark;--bg:#EEF1F5;--ink:#10151E;--muted:#525C6B;--accent:#BF2F19}
        @media(prefers-color-scheme:dark){:root{--bg:#0E1117;--ink:#F2F5F9;--muted:#9FAABC;--accent:#FF8570}}
        body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--ink);\
        font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
        main{box-sizing:border-box;width:100%;max-width:480px;padding:24px}
        .lane{display:flex;gap:4px;margin:0 0 28px;padding:12px;border-radius:16px;background:#1A202B}
        .lane b,.lane i{height:28px;border-radius:4px;background:#252E3C}
        .lane b{width:28px}
        .lane b:nth-child(2){background:#FFC247}
        .lane b:nth-child(4){background:#2BC79B}
        .lane i{width:12px;margin-left:auto;border-radius:0;\
        background:repeating-conic-gradient(#F2F5F9 0 25%,#1A202B 0 50%) 0 0/12px 12px}
        .status{margin:0;color:var(--muted);font-variant-numeric:tabular-nums}
        h1{margin:0 0 12px;font-size:40px;line-height:1.1;letter-spacing:-.02em}
        p{margin:0 0 16px}
        a{color:var(--accent);font-weight:600}
        """
}
