// Which files may import which. `scripts/borders.test.ts` breaks each rule once.
import path from "node:path";

/**
 * The folders of server/, lowest first. A folder imports only folders earlier in this list, so they
 * never import each other in a cycle. A new folder goes before every folder that needs it.
 */
export const serverFolders = [
  ...["audit", "captcha", "phone", "clock", "live", "pictures", "presentation", "merge-fields"],
  ...["campaigns", "retention", "accounts", "factors", "sessions", "reports"],
  ...["leads", "inquiries", "queue", "merging", "archive", "calls"],
  ...[
    "mail",
    "templates",
    "slots",
    "contact-requests",
    "bookings",
    "template-sets",
    "intake",
    "imports",
    "advertising",
    "privacy",
    "alerts",
    "practices",
    "practice-reports",
    "shared-devices",
    "two-step-login",
    "owners",
    "settings",
    "demos",
    "backups",
    "system",
    "pages",
  ],
];

const place = "^app/(portfolio|marketing|lms|admin)/";
const tests = "(\\.test\\.tsx?$|^server/testing/)";
/**
 * Makers and the demo call the verbs of many folders, so they are above them although they are in
 * server/db. The rule `product-imports-no-makers` makes that safe.
 */
const makers = "^server/db/(make(-phone)?|demo[\\w-]*)\\.ts$";
/** How scripts/only-imports.mjs marks an import of types. */
const typesOnly = ["exotic-require"];

const forbidden = [
  {
    name: "contract-imports-only-zod",
    comment: "The browser downloads everything that the contract imports.",
    from: { path: "^contract/", pathNot: tests },
    to: { pathNot: "^(contract/|zod$|node_modules/zod/)" },
  },
  {
    name: "content-imports-only-contract",
    comment: "The owner edits content without knowing code.",
    from: { path: "^content/" },
    to: { pathNot: "^(content|contract)/" },
  },
  {
    name: "content-imports-only-types",
    comment: "Content is words and data. From the contract it needs ids and types.",
    from: { path: "^content/" },
    to: { path: "^contract/", dependencyTypesNot: typesOnly },
  },
  {
    name: "app-knows-only-the-api",
    comment: "Screens read and write data through the API. They know its types, nothing else.",
    from: { path: "^app/" },
    to: { path: "^server/", pathNot: "^server/api\\.ts$" },
  },
  {
    name: "app-imports-no-server-values",
    comment: "The browser would download the server's code.",
    from: { path: "^app/" },
    to: { path: "^server/", dependencyTypesNot: typesOnly },
  },
  {
    name: "places-import-no-server",
    comment: "Only app/api.ts imports the API's types. The places use its client.",
    from: { path: `${place}|^app/ui/` },
    to: { path: "^server/" },
  },
  {
    name: "places-do-not-import-each-other",
    comment: "Components that two places share belong in app/ui.",
    from: { path: place },
    to: { path: place, pathNot: "^app/$1/" },
  },
  {
    name: "ui-imports-no-place",
    comment: "A shared component must not depend on a place that uses it.",
    from: { path: "^app/ui/" },
    to: { path: place },
  },
  {
    name: "only-tests-import-temporal",
    comment: "contract/zones.ts computes with Intl, in the browser too; its test compares the two.",
    from: { pathNot: tests },
    to: { path: "(^|node_modules/)temporal-polyfill" },
  },
  {
    name: "server-imports-no-screens",
    comment: "Business logic must not depend on how it is shown.",
    from: { path: "^server/", pathNot: tests },
    to: { path: "^app/" },
  },
  ...serverFolders.slice(0, -1).map((folder, index) => ({
    name: "folders-import-earlier-folders",
    comment: `A folder that comes after ${folder} in the list of folders. Move what both need into a folder before both.`,
    from: { path: `^server/${folder}/`, pathNot: tests },
    to: { path: `^server/(${serverFolders.slice(index + 1).join("|")})/` },
  })),
  {
    name: "pages-are-prepared-at-build",
    comment:
      "Parsing HTML and CSS is the build's work. The running product would load the parsers.",
    from: {
      path: "^(app|contract|content|server)/",
      pathNot: ["^server/pages/at-build/", "\\.test\\.tsx?$"],
    },
    to: { path: "^server/pages/at-build/|^(node_modules/)?(parse5|lightningcss)(/|$)" },
  },
  {
    name: "folders-are-listed",
    comment: "A new folder of server/ needs its place in the list of folders.",
    from: { path: `^server/(?!(${serverFolders.join("|")}|db|outside|testing)/)[^/]+/` },
    to: {},
  },
  {
    name: "folders-import-only-verbs",
    comment: "Only the API mounts routes, and only the worker runs jobs.",
    from: { path: "^server/([^/]+)/", pathNot: tests },
    to: { path: "^server/[^/]+/[^/]+\\.(routes|jobs)\\.ts$", pathNot: "^server/$1/" },
  },
  {
    name: "verbs-import-no-http",
    comment:
      "Guards pass a verb who is asking (signed-in.ts). The event streams, the page that answers a web form and what serves the pages are HTTP themselves.",
    from: {
      path: "^server/[^/]+/",
      pathNot: `\\.routes\\.ts$|^server/(live/(event|desk|owner)-stream|imports/import-stream|intake/form-page|pages/pages)\\.ts$|${tests}`,
    },
    to: {
      path: "^server/(api|demo-requests|device-cookie|docs|guards|in-turn|openapi|request-checks|same-origin|session-tokens|traced-requests|visitor)\\.ts$",
    },
  },
  {
    name: "db-and-outside-import-no-folder",
    comment: "Every folder uses them, so they must not depend on one.",
    from: { path: "^server/(db|outside)/", pathNot: `${makers}|${tests}` },
    to: { path: "^server/", pathNot: "^server/($1/|(config|root)\\.ts$)" },
  },
  {
    name: "product-imports-no-makers",
    comment: "Makers and the demo are for tests, journeys, benches and scripts.",
    from: { path: "^(app|contract|content|server)/", pathNot: `${makers}|${tests}` },
    to: { path: makers },
  },
  {
    name: "product-imports-no-tests",
    comment: "Test support must not run in production.",
    from: { path: "^(app|contract|content|server|scripts)/", pathNot: tests },
    to: { path: tests },
  },
  {
    name: "journeys-import-no-insides",
    comment: "Journeys and benches use the product from outside. Only makers set up their data.",
    from: { path: "^(e2e|bench)/" },
    to: { path: "^(app|server)/", pathNot: "^server/testing/|^server/db/make(-phone)?\\.ts$" },
  },
  {
    name: "no-circular",
    comment: "No file imports itself through others; imports of types count too.",
    from: { path: "^(app|contract|content|server|scripts)/" },
    to: { circular: true },
  },
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: "error", ...rule })),
  options: {
    // dependency-cruiser cannot read TypeScript 7, so Babel reads the imports.
    babelConfig: { fileName: path.join(import.meta.dirname, "scripts/only-imports.mjs") },
    exoticRequireStrings: ["importType"],
    moduleSystems: ["es6", "cjs"],
    doNotFollow: { path: "node_modules" },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".mjs", ".js", ".json"] },
  },
};
