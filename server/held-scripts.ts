// Public pages read well without a script, so the framework's wait until somebody touches the page:
// they are taken out of it into a file, which `app/boot/first-touch.ts` fetches. See docs/decisions/004.
import { createHash } from "node:crypto";

/**
 * As below, for a page made for one visitor that wants to be drawn first: `app/boot/first-frame.ts`
 * starts the framework after its first frame. Scripts keep their text, which the nonce allows.
 */
export function holdUntilDrawn(html: string): string {
  if (!/<html[^>]*\sdata-drawn-first\b/.test(html)) return html;
  return html
    .replace(/<link rel="modulepreload"/g, '<link rel="held"')
    .replace(/<script[^>]*\stype="module"[^>]*>/g, (tag) =>
      tag.replace(/\stype="module"/, ' type="held-module"').replace(/\sasync(="")?/, ""),
    );
}

/** A page, and the files that scripts of it went into. */
export type HeldPage = { html: string; files: { path: string; text: string }[] };

/**
 * Empties the scripts and marks the preloads that React Router wrote, without moving anything: the
 * tree that React takes over later is the same. Our own inline scripts carry `data-now` and stay, but
 * for those that the first screen can do without: they run from a file, when the page is read.
 */
export function holdBackScripts(html: string): HeldPage {
  const files: HeldPage["files"] = [];
  const plain: string[] = [];
  const modules: string[] = [];
  const held = html
    .replace(/<link rel="modulepreload"/g, '<link rel="held"')
    .replace(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g, (tag, attributes: string, text) => {
      if (/\sdata-apart\b/.test(attributes)) {
        const file = fileOf("apart", text);
        files.push(file);
        return `<script${attributes} defer="" src="${file.path}"></script>`;
      }
      if (/\sdata-now\b|application\/ld\+json|\ssrc=/.test(attributes)) return tag;
      (/type="module"/.test(attributes) ? modules : plain).push(text);
      const others = attributes.replace(/\stype="[^"]*"|\sasync(="")?/g, "");
      return `<script type="held"${others}></script>`;
    });
  if (modules.length === 0) return { html: held, files };
  // The plain ones set the stage, wherever they stood; the modules then start the framework.
  const file = fileOf("held", [...plain, ...modules].join("\n;"));
  return {
    html: held.replace('<script type="held"', `<script type="held" data-file="${file.path}"`),
    files: [...files, file],
  };
}

/** Its name changes with its content. */
function fileOf(name: string, text: string) {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return { path: `/assets/${name}-${hash}.js`, text };
}
