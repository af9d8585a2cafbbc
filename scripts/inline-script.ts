import { rolldown } from "rolldown";
import type { Plugin } from "vite";

/**
 * Lets a page contain a small TypeScript file as an inline script: `import code from
 * "./splash.ts?script"` returns its bundled, minified text. The text is the same in the server's
 * and the browser's build, so that a Content-Security-Policy can allow it by its hash.
 */
export function inlineScript(): Plugin {
  return {
    name: "inline-script",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith("?script")) return null;
      const file = id.slice(0, -"?script".length);
      this.addWatchFile(file);
      const bundle = await rolldown({ input: file });
      const { output } = await bundle.generate({ format: "iife", minify: true, comments: false });
      await bundle.close();
      return `export default ${JSON.stringify(output[0].code.trim())};`;
    },
  };
}
