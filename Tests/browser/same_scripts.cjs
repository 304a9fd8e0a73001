// Names the scripts that say something else than those beside them: `node same_scripts.cjs SOURCE SENT…`, in pairs.
// Whether two say the same is what the parser of TypeScript makes of them, which knows no spaces and no comments.

const { readFileSync } = require("node:fs");
const typescript = require("typescript");

/** The syntax tree of a script as text; and its faults, of which a script that is served has none. */
function tree(text) {
  const { ScriptTarget, ScriptKind, SyntaxKind } = typescript;
  const file = typescript.createSourceFile("a.js", text, ScriptTarget.ES2022, false, ScriptKind.JS);
  const told = file.parseDiagnostics.map(({ messageText }) => `fault: ${JSON.stringify(messageText)}`);
  const visit = (node) => {
    told.push([SyntaxKind[node.kind], node.text === undefined || node === file ? "" : node.text, node.operator].join(" "));
    typescript.forEachChild(node, visit);
    told.push("end");
  };
  visit(file);
  return told.join("\n");
}

const paths = process.argv.slice(2);
for (let at = 0; at < paths.length; at += 2) {
  const [source, sent] = [paths[at], paths[at + 1]].map((path) => tree(readFileSync(path, "utf8")));
  if (source !== sent || source.startsWith("fault")) console.log(paths[at]);
}
