import Testing

@testable import Server

@Suite struct StyleImportsTests {
    private func joined(_ name: String, of styles: [String: String]) -> String {
        let imports = StyleImports(of: styles.mapValues { Array($0.utf8) })
        return String(decoding: imports.joined(name), as: UTF8.self)
    }

    @Test("Styles stand in the place of the imports at the head, in their order")
    func order() {
        let styles = [
            "race/race.css": "@import \"../desk/desk.css\";\n@import \"lane.css\";\nc{}\n",
            "desk/desk.css": "@import \"./keys.css\";\na{}", "desk/keys.css": "k{}\n", "race/lane.css": "b{}\n",
        ]
        #expect(joined("race/race.css", of: styles) == "k{}\n\na{}\nb{}\n\nc{}\n")
        #expect(joined("desk/keys.css", of: styles) == "k{}\n")
    }

    @Test(
        "A style stays as it is where one of its imports cannot be replaced",
        arguments: [
            ["a.css": "@import \"b.css\";\n@import \"missing.css\";\na{}", "b.css": "b{}"],
            ["a.css": "@import \"a.css\";\na{}"],
            ["a.css": "@import \"b.css\";\na{}", "b.css": "@import \"a.css\";\nb{}"],
            ["a.css": "@import \"b.css\";\na{}", "b.css": "b{background:url(x.png)}"],
            ["a.css": "@import \"../b.css\";\na{}", "b.css": "b{}"],
            ["a.css": "@import \"b.css\";\na{}", "b.css": "b{}@import \"c.css\";", "c.css": "c{}"],
            ["a.css": "@import \"b.css\" print;\na{}", "b.css": "b{}"],
            ["a.css": "@import url(\"b.css\");\na{}", "b.css": "b{}"],
            ["a.css": "a{}\n@import \"b.css\";", "b.css": "b{}"],
            ["a.css": "@import \"b.css", "b.css": "b{}"], ["a.css": ""],
        ])
    func unchanged(styles: [String: String]) {
        #expect(joined("a.css", of: styles) == styles["a.css"])
    }

    @Test("A style that two others import stands in both")
    func shared() {
        let styles = ["a.css": "@import \"c.css\";a{}", "b.css": "@import \"c.css\";b{}", "c.css": "c{}"]
        #expect(joined("a.css", of: styles) == "c{}\na{}")
        #expect(joined("b.css", of: styles) == "c{}\nb{}")
    }
}
