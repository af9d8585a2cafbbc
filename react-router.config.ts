import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "#app/prerendered-paths.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // Public pages say the same to everybody, so they are made once, at build time.
  prerender: [...prerenderedPaths],
} satisfies Config;
