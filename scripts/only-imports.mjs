// The Babel settings with which dependency-cruiser reads a file, which reduce the file to its
// imports. An import of types becomes `importType("…")`, which dependency-cruiser treats as a
// special kind of `require`, so that .dependency-cruiser.mjs can tell types from values.
const onlyImports = ({ types: t }) => ({
  manipulateOptions(options, parser) {
    parser.plugins.push("typescript");
    if (options.filename.endsWith("x")) parser.plugins.push("jsx");
  },
  visitor: {
    Program(program) {
      const imports = [];
      const keep = (source, isTypes) => {
        if (!t.isStringLiteral(source)) return;
        const name = t.stringLiteral(source.value);
        const asked = t.callExpression(t.identifier("importType"), [name]);
        imports.push(isTypes ? t.expressionStatement(asked) : t.importDeclaration([], name));
      };
      program.traverse({
        ImportDeclaration: ({ node }) => keep(node.source, hasOnlyTypes(node)),
        ExportNamedDeclaration: ({ node }) => keep(node.source, node.exportKind === "type"),
        ExportAllDeclaration: ({ node }) => keep(node.source, node.exportKind === "type"),
        ImportExpression: ({ node }) => keep(node.source, false),
        Import: ({ parent }) => keep(parent.arguments[0], false),
        TSImportType: ({ node }) => keep(node.argument.literal ?? node.argument, true),
      });
      program.node.directives = [];
      program.node.body = imports;
      program.stop();
    },
  },
});

function hasOnlyTypes({ importKind, specifiers }) {
  if (importKind === "type") return true;
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === "type");
}

export default { babelrc: false, configFile: false, comments: false, plugins: [onlyImports] };
