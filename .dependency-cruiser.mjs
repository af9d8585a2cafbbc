// Which files may import which. `scripts/borders.test.ts` breaks each rule once.
import path from "node:path";

/**
 * The wings of server/ and their rooms, lowest first. A room imports only rooms earlier in this list,
 * so neither rooms nor wings import each other in a cycle. A new room goes before every room that
 * needs it. `people`, `privacy`, `search`, `demos` and `pages` are wings of one room.
 */
export const wings = {
  documents: ["greeting", "presentation"],
  records: ["audit", "retention"],
  people: [],
  desk: [
    ...["phone", "same-person", "clock", "live", "reports", "leads", "rings", "inquiries"],
    ...["incoming-calls", "queue", "merging", "archive", "calls"],
  ],
  messages: [
    ...["pictures", "merge-fields", "mail"],
    ...["templates", "template-sets", "alerts", "texts"],
  ],
  sources: ["campaigns", "intake", "imports", "advertising"],
  privacy: [],
  agency: [...["slots", "contact-requests", "bookings"], ...["practice-reports", "settings"]],
  accounts: ["sign-in", "practices"],
  search: [],
  demos: [],
  operations: ["backups", "system"],
  pages: [],
};

/** The rooms' folders below server/, in that order. */
export const serverRooms = Object.entries(wings).flatMap(([wing, rooms]) =>
  rooms.length === 0 ? [wing] : rooms.map((room) => `${wing}/${room}`),
);

/** What every room may use: no part of the business. */
export const tools = ["db", "outside", "http", "jobs", "secrets", "pdf", "observe"];

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
    comment:
      "Content is words and data. From the contract it needs ids and types, and one file the limits of a response time.",
    from: { path: "^content/", pathNot: "^content/response-limits\\.ts$" },
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
  ...serverRooms.slice(0, -1).map((room, index) => ({
    name: "rooms-import-earlier-rooms",
    comment: `A room that comes after ${room} in the list. Move what both need into a room before both.`,
    from: { path: `^server/${room}/`, pathNot: tests },
    to: { path: `^server/(${serverRooms.slice(index + 1).join("|")})/` },
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
    name: "rooms-are-listed",
    comment: "A new folder of server/ needs its place in the list of rooms.",
    from: {
      path: `^server/(?!(${[...serverRooms, ...tools].join("|")}|testing|whole-api)/)[^/]+/`,
    },
    to: {},
  },
  {
    name: "rooms-import-only-verbs",
    comment: "Only the API mounts routes, and only the worker runs jobs.",
    from: { path: `^server/(${serverRooms.join("|")})/`, pathNot: tests },
    to: { path: "^server/.+\\.(routes|jobs)\\.ts$", pathNot: "^server/$1/" },
  },
  {
    name: "verbs-import-no-http",
    comment:
      "Guards pass a verb who is asking (http/signed-in.ts). The event streams, the page that answers a web form and what serves the pages are HTTP themselves.",
    from: {
      path: `^server/(${serverRooms.join("|")})/`,
      pathNot: `\\.routes\\.ts$|^server/(desk/live/(event|desk|owner)-stream|sources/(imports/import-stream|intake/form-page)|pages/pages)\\.ts$|${tests}`,
    },
    to: {
      path: "^server/(api|http/(bulk-reading|demo-requests|device-cookie|docs|guards|in-turn|openapi|request-checks|request-time|same-origin|session-tokens|traced-requests|visitor))\\.ts$",
    },
  },
  {
    name: "db-and-outside-import-no-folder",
    comment: "Every folder uses them, so they must not depend on one.",
    from: { path: "^server/(db|outside)/", pathNot: `${makers}|${tests}` },
    to: { path: "^server/", pathNot: "^server/($1/|(config|errors|log|root)\\.ts$)" },
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
