import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { inlineScript } from "./scripts/inline-script.ts";
import { ownerColors } from "./scripts/owner-colors.ts";
import { cssTarget } from "./server/pages/at-build/oldest-browsers.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig(({ mode }) => ({
  root,
  ...(mode === "production" && {
    css: {
      modules: { generateScopedName: shortName },
      postcss: { plugins: [{ postcssPlugin: "constant-tokens", OnceExit: inlineConstants }] },
    },
  }),
  plugins: [
    inlineScript(),
    ownerColors(),
    reactRouter(),
    { name: "styles-are-loaded-once", transform: withoutStyleMarks },
    {
      name: "entries-have-their-names",
      applyToEnvironment: ({ name }) => name === "ssr",
      outputOptions: (output) => ({ ...output, entryFileNames: "[name].js" }),
    },
  ],
  // Without this the first visit in development pulls in React twice ("Invalid hook call").
  // Generated files use packages that no browser can load.
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}", "!app/generated-files/**", "!app/**/*.test.*"] },
  environments: {
    // The entries of the process and of its threads. The process's also exports React
    // Router's build, which prerendering reads.
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            index: "./server/main.ts",
            "pdf-thread": "./server/pdf/pdf-thread.ts",
            "calendar-thread": "./server/agency/slots/busy-times-thread.ts",
          },
        },
      },
      // Of these few parts are used: read whole at every start, they took more than half of its time
      // and of the memory.
      resolve: { noExternal: ["drizzle-orm"] },
    },
  },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    // light-dark() as it is, not written out twice for each colour.
    cssTarget,
  },
}));

/**
 * React Router marks what a lazy import needs too with "#", so that Vite fetches it once more: behind
 * the styles that override it. Here the desk's frame has it, which stays.
 */
function withoutStyleMarks(code: string, id: string) {
  if (!id.includes("virtual:react-router/server-manifest")) return null;
  return { code: code.replaceAll(".css#", ".css"), map: null };
}

type Declared = { prop: string; value: string; remove: () => unknown };
type Sheet = { walkDecls: (act: (declared: Declared) => void) => unknown };
type Tools = { postcss: { parse: (css: string) => Sheet } };

/**
 * Type sizes and weights are the same everywhere, so built styles carry their values: the names would
 * add a twentieth to a first screen's CSS.
 */
function inlineConstants(sheet: Sheet, { postcss }: Tools) {
  const constants = new Map<string, string>();
  const tokens = readFileSync(new URL("app/tokens.css", import.meta.url), "utf8");
  postcss.parse(tokens).walkDecls(({ prop, value }) => {
    if (prop.startsWith("--size-") || prop.startsWith("--weight-")) constants.set(prop, value);
  });
  sheet.walkDecls((declared) => {
    if (constants.has(declared.prop)) declared.remove();
    else if (declared.value.includes("var(--")) {
      for (const [name, value] of constants) {
        declared.value = declared.value.replaceAll(`var(${name})`, value);
      }
    }
  });
}

// Public pages carry their styles in themselves, where long class names would be a kilobyte.
const shortNames = new Map<string, string>();

/** The same for browser and server, which are built in one go. */
function shortName(name: string, file: string): string {
  const key = `${file} ${name}`;
  const short = shortNames.get(key) ?? `_${shortNames.size.toString(36)}`;
  shortNames.set(key, short);
  return short;
}
