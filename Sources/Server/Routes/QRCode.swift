import CQREncode

/// A text as a QR code (ISO/IEC 18004), for the camera of a phone.
struct QRCode: Sendable {
    /// Modules on a side.
    let size: Int
    /// Row by row; true is dark.
    private let modules: [Bool]

    /// Modules of white around it (section 6.3.8).
    private static let margin = 4

    /// Encodes `text` as bytes with error correction level M: a seventh of it may be unreadable. Nil for an empty text,
    /// one with a zero byte, and one that is too long (2,331 bytes at most).
    init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        self.size = size
        // The lowest bit of each byte is the colour; the others say what the module is for.
        modules = (0..<size * size).map { data[$0] & 1 == 1 }
    }

    /// Whether a module is dark.
    subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

    /// A picture of any size: dark on white, also where the page around it is dark, as many cameras read nothing else.
    var svg: String {
        let side = size + 2 * QRCode.margin
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" shape-rendering=\"crispEdges\">"
            + "<path fill=\"#fff\" d=\"M0 0h\(side)v\(side)h-\(side)z\"/>"
            + "<path d=\"\(path(margin: QRCode.margin))\"/></svg>\n"
    }

    /// The dark modules as the path of an SVG picture, one unit each; `margin` is what stays white around them.
    func path(margin: Int) -> String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard self[row, column] else {
                    column += 1
                    continue
                }
                var end = column
                while end < size, self[row, end] { end += 1 }
                path += "M\(column + margin) \(row + margin)h\(end - column)v1h-\(end - column)z"
                column = end
            }
        }
        return path
    }
}
