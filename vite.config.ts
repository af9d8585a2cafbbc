import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { inlineScript } from "./scripts/inline-script.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root,
  plugins: [inlineScript(), reactRouter()],
  // Without this the first visit in development pulls in React twice ("Invalid hook call").
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"] },
  environments: {
    // The process's own entry: it also exports React Router's build, which prerendering reads.
    ssr: { build: { rolldownOptions: { input: "./server/main.ts" } } },
  },
  build: { assetsInlineLimit: 0, sourcemap: false },
});
