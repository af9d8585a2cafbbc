// Public pages read well without scripts, so the framework's scripts are deferred until the first
// interaction: they move into a file, which `app/page-scripts/hydrate-on-interaction.ts` loads. See
// docs/decisions/004.
import { createHash } from "node:crypto";

/**
 * For a page made for one visitor that wants to paint first: `app/page-scripts/hydrate-after-first-frame.ts`
 * starts the framework after the first frame. Scripts keep their text, which the nonce allows.
 */
export function deferUntilFirstPaint(html: string): string {
  if (!/<html[^>]*\sdata-drawn-first\b/.test(html)) return html;
  return html
    .replace(/<link rel="modulepreload"/g, '<link rel="held"')
    .replace(/<script[^>]*\stype="module"[^>]*>/g, (tag) =>
      tag.replace(/\stype="module"/, ' type="held-module"').replace(/\sasync(="")?/, ""),
    );
}

/** A page, and the files that its scripts moved to. */
export type DeferredPage = { html: string; files: { path: string; text: string }[] };

/** A style sheet that React looks for during hydration; a later one styles nothing before that. */
export type SheetLink = { href: string; isLater: boolean };

/**
 * Empties the scripts that React Router wrote and leaves their tags in place, so that React
 * hydrates the same tree. Our own inline scripts carry `data-now` and stay, except for those that
 * the first screen does not need (`data-apart`): they move to one file. That file also lists the
 * preloads, and inserts the links of the inlined style sheets just before React looks for them:
 * their long names would not compress in the page.
 */
export function deferScripts(html: string, sheets: SheetLink[] = []): DeferredPage {
  const deferrable: string[] = [];
  const plain: string[] = [];
  const modules: string[] = [];
  const preloads: string[] = [];
  const emptied = html
    .replace(/<link rel="modulepreload"[^>]*\shref="([^"]+)"[^>]*>/g, (_, href: string) => {
      preloads.push(href);
      return "";
    })
    .replace(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g, (tag, attributes: string, text) => {
      if (/\sdata-apart\b/.test(attributes)) {
        deferrable.push(text);
        return `<script type="apart"${attributes}></script>`;
      }
      if (/\sdata-now\b|application\/ld\+json|\ssrc=/.test(attributes)) return tag;
      (/type="module"/.test(attributes) ? modules : plain).push(text);
      const others = attributes.replace(/\stype="[^"]*"|\sasync(="")?/g, "");
      return `<script type="held"${others}></script>`;
    });
  if (preloads.length > 0) deferrable.unshift(preloadScript(preloads));
  // Plain scripts run first, wherever they were in the page; the modules then start the framework.
  const held = modules.length > 0 ? [insertSheets(sheets), ...plain, ...modules] : [];
  return moveToFile(moveToFile({ html: emptied, files: [] }, "apart", deferrable), "held", held);
}

/**
 * Also preloads each module's own imports, so that all are fetched in parallel after the first
 * interaction.
 */
function preloadScript(hrefs: string[]): string {
  return `{
  const nameAhead = () => {
    for (const href of ${JSON.stringify(hrefs)}) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
  };
  if (document.documentElement.dataset.awake !== undefined) nameAhead();
  else addEventListener("awake", nameAhead, { once: true });
}`;
}

/** In order, before the inlined styles. Only the later ones fetch anything. */
function insertSheets(sheets: SheetLink[]): string {
  return `for (const { href, isLater } of ${JSON.stringify(sheets)}) {
  const link = document.createElement("link");
  if (!isLater) link.setAttribute("disabled", "");
  link.rel = "stylesheet";
  link.href = href;
  document.head.insertBefore(link, document.querySelector("head > style"));
}`;
}

/** The first script tag of its kind names the file of all of them. */
function moveToFile(
  { html, files }: DeferredPage,
  kind: "apart" | "held",
  texts: string[],
): DeferredPage {
  if (texts.length === 0) return { html, files };
  const file = fileOf(kind, texts.join("\n;"));
  return {
    html: html.replace(`<script type="${kind}"`, `<script type="${kind}" data-file="${file.path}"`),
    files: [...files, file],
  };
}

/** The file name contains a hash of its content. */
function fileOf(name: string, text: string) {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return { path: `/assets/${name}-${hash}.js`, text };
}
