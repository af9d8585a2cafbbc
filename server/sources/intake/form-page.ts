// The page that a browser shows after it submits a web form that has no thank-you page.
import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { colors } from "#content/colors.ts";
import { formPages } from "#content/messages.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Language } from "#contract/languages.ts";
import type { Env } from "#server/http/guards.ts";

type Page = { title: string; text: string; language?: Language };

const style = `
:root{color-scheme:light dark;--accent:light-dark(${colors.accent.light},${colors.accent.dark});--on-accent:light-dark(#fff,#0b1918);--wrong:light-dark(#a3241d,#ffb4a9)}
body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:clamp(1.5rem,8vh,6rem) auto;padding:0 1.25rem;overflow-wrap:anywhere;background:light-dark(#fff,#101918);color:light-dark(#14211f,#eaf1ef)}
h1{font-size:1.75rem;line-height:1.2}
a{color:var(--accent)}
label{display:block;margin-top:1rem}
input,textarea{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin-top:.25rem;padding:.625rem .75rem;border:1px solid light-dark(#6b7775,#8b9795);border-radius:.5rem;font:inherit;color:inherit;background:transparent}
button{width:100%;min-height:3rem;margin-top:1.5rem;border:0;border-radius:.5rem;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
small{display:block}
.intro{white-space:pre-line}
.wrong{color:var(--wrong)}
.unseen{display:none}`;
const styleHash = createHash("sha256").update(style).digest("base64");
const base = `default-src 'none'; style-src 'sha256-${styleHash}'`;

/** Responds with a page that has no scripts, links or inputs. */
export function answerFormPage(
  c: Context<Env>,
  { title, text, language }: Page,
  status: ContentfulStatusCode,
) {
  // The practice's form may be in a frame, so this page may be in one too. It has nothing to click.
  c.header("Content-Security-Policy", base);
  return c.html(document(title, html`<h1>${title}</h1><p>${text}</p>`, language), status);
}

/** Responds with a page that has a form. Other sites can't show the page in a frame. */
export function answerPageWithForm(
  c: Context<Env>,
  { title, body, language }: { title: string; body: Html; language: Language },
  status: ContentfulStatusCode,
) {
  c.header(
    "Content-Security-Policy",
    `${base}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  // With "no-referrer", a browser would submit the form with `Origin: null`.
  c.header("Referrer-Policy", "same-origin");
  return c.html(document(title, body, language), status);
}

export type Html = ReturnType<typeof html>;

function document(title: string, body: Html, language: Language = "en"): Html {
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(style)}</style></head><body><main>${body}</main></body></html>`;
}

/** Returns the page for an error, which says what to do. */
export function refusedPage(code: ErrorCode): Page {
  return pages[code] ?? formPages.failed;
}

const pages: Partial<Record<ErrorCode, Page>> = {
  invalid: formPages.empty,
  not_found: formPages.gone,
  forbidden: formPages.gone,
  too_large: formPages.tooMuch,
  too_many_requests: formPages.tooOften,
  malformed: formPages.unreadable,
};
