import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { inlineScript } from "./scripts/inline-script.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig(({ mode }) => ({
  root,
  ...(mode === "production" && { css: { modules: { generateScopedName: shortName } } }),
  plugins: [inlineScript(), reactRouter()],
  // Without this the first visit in development pulls in React twice ("Invalid hook call").
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"] },
  environments: {
    // The process's own entry: it also exports React Router's build, which prerendering reads.
    ssr: {
      build: { rolldownOptions: { input: "./server/main.ts" } },
      // Of these few parts are used: read whole at every start, they took more than half of its time
      // and of the memory.
      resolve: { noExternal: ["drizzle-orm"] },
    },
  },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    // light-dark() as it is, not written out twice for each colour.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
  },
}));

// Public pages carry their styles in themselves, where long class names would be a kilobyte.
const shortNames = new Map<string, string>();

/** The same for browser and server, which are built in one go. */
function shortName(name: string, file: string): string {
  const key = `${file} ${name}`;
  const short = shortNames.get(key) ?? `_${shortNames.size.toString(36)}`;
  shortNames.set(key, short);
  return short;
}
