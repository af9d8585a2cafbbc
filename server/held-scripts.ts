// Public pages read well without a script, so the framework's wait until somebody touches the page:
// they are taken out of it into a file, which `app/page-scripts/hydrate-on-interaction.ts` fetches. See docs/decisions/004.
import { createHash } from "node:crypto";

/**
 * As below, for a page made for one visitor that wants to be drawn first: `app/page-scripts/hydrate-after-first-frame.ts`
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

/** A style sheet that React looks for when it takes over; a later one dresses nothing before that. */
export type SheetLink = { href: string; isLater: boolean };

/**
 * Empties the scripts that React Router wrote, without moving any: the tree that React takes over
 * later is the same. Our own inline scripts carry `data-now` and stay, but for those that the first
 * screen can do without (`data-apart`): a file of their own has them all. What is to be loaded ahead
 * is named there too, and the links to the style sheets that the page carries in itself are put back
 * just before React looks for them: their names, which nothing makes shorter, are not in its answer.
 */
export function holdBackScripts(html: string, sheets: SheetLink[] = []): HeldPage {
  const apart: string[] = [];
  const plain: string[] = [];
  const modules: string[] = [];
  const ahead: string[] = [];
  const emptied = html
    .replace(/<link rel="modulepreload"[^>]*\shref="([^"]+)"[^>]*>/g, (_, href: string) => {
      ahead.push(href);
      return "";
    })
    .replace(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g, (tag, attributes: string, text) => {
      if (/\sdata-apart\b/.test(attributes)) {
        apart.push(text);
        return `<script type="apart"${attributes}></script>`;
      }
      if (/\sdata-now\b|application\/ld\+json|\ssrc=/.test(attributes)) return tag;
      (/type="module"/.test(attributes) ? modules : plain).push(text);
      const others = attributes.replace(/\stype="[^"]*"|\sasync(="")?/g, "");
      return `<script type="held"${others}></script>`;
    });
  if (ahead.length > 0) apart.unshift(nameAhead(ahead));
  // The plain ones set the stage, wherever they stood; the modules then start the framework.
  const held = modules.length > 0 ? [putBack(sheets), ...plain, ...modules] : [];
  return nameFile(nameFile({ html: emptied, files: [] }, "apart", apart), "held", held);
}

/** Each module's own imports too, so that they are fetched together once somebody has touched the page. */
function nameAhead(hrefs: string[]): string {
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

/** In their order, before the styles that the page carries; all but the later ones fetch nothing. */
function putBack(sheets: SheetLink[]): string {
  return `for (const { href, isLater } of ${JSON.stringify(sheets)}) {
  const link = document.createElement("link");
  if (!isLater) link.setAttribute("disabled", "");
  link.rel = "stylesheet";
  link.href = href;
  document.head.insertBefore(link, document.querySelector("head > style"));
}`;
}

/** The first of its kind says where all of them are. */
function nameFile({ html, files }: HeldPage, kind: "apart" | "held", texts: string[]): HeldPage {
  if (texts.length === 0) return { html, files };
  const file = fileOf(kind, texts.join("\n;"));
  return {
    html: html.replace(`<script type="${kind}"`, `<script type="${kind}" data-file="${file.path}"`),
    files: [...files, file],
  };
}

/** Its name changes with its content. */
function fileOf(name: string, text: string) {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return { path: `/assets/${name}-${hash}.js`, text };
}
