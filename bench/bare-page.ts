// Makes the page that a public page is compared with. It has the same words, fonts and pictures,
// and nothing else.

/** Makes a bare page. `html` is a public page as the product serves it. */
export function barePage(html: string): string {
  const title = first(html, /<title>([^<]*)<\/title>/);
  const fonts = [...html.matchAll(/<link[^>]*as="font"[^>]*href="([^"]+)"[^>]*>/g)].map(
    ([, href = ""]) => href,
  );
  const [text = "", display = ""] = fonts;
  const preloads = fonts.map(
    (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`,
  );
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><link rel="icon" href="/favicon.svg">`,
    ...preloads,
    `<style>${face("text", text)}${face("display", display)}`,
    "body{font:17px/1.6 text,sans-serif;margin:24px}h1,h2,h3{font-family:display,serif}",
    "img,svg{max-width:100%;height:auto}img~img,svg+svg{display:none}</style>",
  ];
  const language = first(html, /<html[^>]* lang="([^"]*)"/);
  return `<!doctype html><html lang="${language}"><head>${head.join("")}</head><body>${wordsOf(html)}</body></html>`;
}

function face(name: string, href: string): string {
  return `@font-face{font-family:${name};src:url(${href});font-weight:100 900;font-display:swap}`;
}

/** Returns the body without scripts, the splash, and everything that is only style or motion. */
function wordsOf(html: string): string {
  return first(html, /<body>([\s\S]*)<\/body>/)
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<section[^>]*data-ms=[\s\S]*?<\/section>/, "")
    .replace(/<dialog[\s\S]*?<\/dialog>/g, "")
    .replace(/<link[^>]*>/g, "")
    .replace(/\s(class|style|role|tabindex|id|data-[\w-]+|aria-[\w-]+)="[^"]*"/g, "");
}

function first(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? "";
}
