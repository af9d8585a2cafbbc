// Who may import whom. `scripts/borders.test.ts` crosses each of these borders once.
import path from "node:path";

/**
 * The rooms of server/, from the bottom up: a room imports only rooms that stand before it. So no two
 * import each other, and no circle of them can be built.
 */
export const rooms = [
  ...["audit", "captcha", "phone", "clock", "live", "pictures", "presentation", "merge-fields"],
  ...["campaigns", "retention", "accounts", "sessions", "reports"],
  ...["leads", "inquiries", "queue", "archive", "calls"],
  ...["mail", "templates", "contact-requests", "intake", "privacy", "practices"],
];

const place = "^app/(portfolio|marketing|lms|admin)/";
const tests = "(\\.test\\.tsx?$|^server/testing/)";
/** They stand on top of the rooms, though beside the tables: nothing of the product imports them. */
const makers = "^server/db/(make|demo[\\w-]*)\\.ts$";
const types = ["exotic-require"];

const forbidden = [
  {
    name: "contract-imports-zod-alone",
    comment: "Both sides read the contract: what it imports, the browser downloads.",
    from: { path: "^contract/" },
    to: { pathNot: "^(contract/|zod$|node_modules/zod/)" },
  },
  {
    name: "content-knows-the-contract-alone",
    comment: "The owner changes words without knowing code.",
    from: { path: "^content/" },
    to: { pathNot: "^(content|contract)/" },
  },
  {
    name: "content-takes-types-alone",
    comment: "Words hold no code, and bring none along.",
    from: { path: "^content/" },
    to: { path: "^contract/", dependencyTypesNot: types },
  },
  {
    name: "app-knows-the-api-alone",
    comment: "One door to data: a screen asks the API, whose types are all it knows of the server.",
    from: { path: "^app/" },
    to: { path: "^server/", pathNot: "^server/api\\.ts$" },
  },
  {
    name: "app-takes-no-server-values",
    comment: "What a screen imports as a value, the browser downloads.",
    from: { path: "^app/" },
    to: { path: "^server/", dependencyTypesNot: types },
  },
  {
    name: "places-know-no-server",
    comment: "app/api.ts is the one file that knows the type of the API.",
    from: { path: `${place}|^app/ui/` },
    to: { path: "^server/" },
  },
  {
    name: "places-do-not-import-each-other",
    comment: "What two places show is drawn with the pieces of app/ui.",
    from: { path: place },
    to: { path: place, pathNot: "^app/$1/" },
  },
  {
    name: "pieces-know-no-place",
    comment: "A piece that knows who uses it serves nobody else.",
    from: { path: "^app/ui/" },
    to: { path: place },
  },
  {
    name: "server-knows-no-screens",
    comment: "What the business does holds whatever shows it.",
    from: { path: "^server/", pathNot: tests },
    to: { path: "^app/" },
  },
  ...rooms.slice(0, -1).map((room, index) => ({
    name: "rooms-import-downwards",
    comment: `${room}/ stands below them in the list of rooms (.dependency-cruiser.mjs): what both need gets a room below both.`,
    from: { path: `^server/${room}/`, pathNot: tests },
    to: { path: `^server/(${rooms.slice(index + 1).join("|")})/` },
  })),
  {
    name: "rooms-are-listed",
    comment:
      "A new folder of server/ has its place in the list of rooms (.dependency-cruiser.mjs).",
    from: { path: `^server/(?!(${rooms.join("|")}|db|outside|testing)/)[^/]+/` },
    to: {},
  },
  {
    name: "rooms-are-entered-by-their-verbs",
    comment: "Another room's routes and jobs belong to the API and the job store.",
    from: { path: "^server/([^/]+)/", pathNot: tests },
    to: { path: "^server/[^/]+/[^/]+\\.(routes|jobs)\\.ts$", pathNot: "^server/$1/" },
  },
  {
    name: "verbs-know-no-http",
    comment: "A verb is told who asks (signed-in.ts). The event stream and a form's page are HTTP.",
    from: {
      path: "^server/[^/]+/",
      pathNot: `\\.routes\\.ts$|^server/(live/desk-stream|intake/form-page)\\.ts$|${tests}`,
    },
    to: { path: "^server/(api|guards|in-turn|openapi|request-checks|visitor)\\.ts$" },
  },
  {
    name: "db-and-outside-know-no-room",
    comment: "They serve every room: what is above them may change without them.",
    from: { path: "^server/(db|outside)/", pathNot: `${makers}|${tests}` },
    to: { path: "^server/", pathNot: "^server/($1/|(config|root)\\.ts$)" },
  },
  {
    name: "product-knows-no-makers",
    comment: "Made practices and the demo are for tests, journeys, benches and scripts.",
    from: { path: "^(app|contract|content|server)/", pathNot: `${makers}|${tests}` },
    to: { path: makers },
  },
  {
    name: "product-knows-no-tests",
    comment: "What tests stand on has no place in a running product.",
    from: { path: "^(app|contract|content|server|scripts)/", pathNot: tests },
    to: { path: tests },
  },
  {
    name: "journeys-know-no-insides",
    comment: "Journeys and benches go by what a person sees; of the server they know the makers.",
    from: { path: "^(e2e|bench)/" },
    to: { path: "^(app|server)/", pathNot: `^server/testing/|^server/db/make\\.ts$` },
  },
  {
    name: "no-circular",
    comment:
      "Files that import each other can only be read, moved and tested together; types count.",
    from: { path: "^(contract|content|server|scripts)/" },
    to: { circular: true },
  },
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: "error", ...rule })),
  options: {
    babelConfig: { fileName: path.join(import.meta.dirname, "scripts/only-imports.mjs") },
    exoticRequireStrings: ["importType"],
    moduleSystems: ["es6", "cjs"],
    doNotFollow: { path: "node_modules" },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".mjs", ".js", ".json"] },
  },
};
