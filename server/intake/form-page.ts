// The page after a native form submission, for a web form without its own thank-you page.
import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { formPages } from "#content/messages.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Env } from "#server/guards.ts";

type Page = { title: string; text: string };

const style =
  "body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem}";
const styleHash = createHash("sha256").update(style).digest("base64");

/** A page without scripts, links or any input. */
export function answerFormPage(
  c: Context<Env>,
  { title, text }: Page,
  status: ContentfulStatusCode,
) {
  // The practice's form may be in a frame, and so may its answer: it has nothing to click.
  c.header("Content-Security-Policy", `default-src 'none'; style-src 'sha256-${styleHash}'`);
  return c.html(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(style)}</style></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
    status,
  );
}

/** The page for a refusal, with what to do about it. */
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
