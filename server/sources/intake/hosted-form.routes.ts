import type { Context } from "hono";
import { z } from "zod";
import { languageOf } from "#contract/languages.ts";
import { hostedFormPath } from "#contract/sources.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Env } from "#server/http/guards.ts";
import { answers, makeRoutes, operations } from "#server/http/openapi.ts";
import { isFormEncoded } from "#server/http/request-checks.ts";
import { answerFormPage, answerPageWithForm } from "./form-page.ts";
import { getHostedForm, receiveHostedForm } from "./hosted-form.ts";
import { closedPage, hostedFormPage, thankYouPage } from "./hosted-form-page.ts";
import { maxFormBytes } from "./web-form.ts";

/**
 * Returns the routes of hosted forms. The page has a shorter URL on our site, for which
 * `server/pages` fetches it from here.
 */
export function hostedFormRoutes(deps: Deps) {
  const isReadAsPage = (c: Context<Env>) => /\btext\/html\b/.test(c.req.header("Accept") ?? "");
  const anyone = operations("intake", undefined, undefined, { isReadAsPage });
  const params = z.object({ key: z.string() });
  const inLanguage = z.object({ lang: z.string().max(10).optional() });
  const page = { content: { "text/html": { schema: z.string() } }, description: "The page" };
  const { default: refusal } = answers(200, z.string());
  const show = anyone.get("/forms/{key}", {
    summary: "A web form's page on our own site",
    // `sent` is in the URL after the form was sent.
    request: { params, query: inLanguage.extend({ sent: z.string().max(10).optional() }) },
    responses: { 200: page, 403: page, default: refusal },
  });
  const send = anyone.post("/forms/{key}", {
    summary: "Submit a web form from its page on our own site",
    request: { params, query: inLanguage },
    // The body is documented here but parsed by our own code, like that of any web form.
    requestBody: { content: { "application/x-www-form-urlencoded": { schema: {} } } },
    takes: { body: "any", maxBytes: maxFormBytes },
    responses: {
      303: { description: "Redirects to the thank-you page" },
      422: page,
      default: refusal,
    },
  });

  return makeRoutes()
    .openapi(show, async (c) => {
      const { key } = c.req.valid("param");
      const { sent, lang } = c.req.valid("query");
      const language = languageOf(lang);
      const shown = await getHostedForm(deps, key);
      if (sent !== undefined) return answerFormPage(c, thankYouPage(shown, language), 200);
      if (shown.isClosed) return answerFormPage(c, closedPage(shown, language), 403);
      const page = hostedFormPage(key, shown, { language, refused: null, given: c.req.query() });
      return answerPageWithForm(c, page, 200);
    })
    .openapi(send, async (c) => {
      if (!isFormEncoded(c)) throw new AppError("unsupported_media_type");
      const { key } = c.req.valid("param");
      const shown = await getHostedForm(deps, key);
      const language = languageOf(c.req.valid("query").lang);
      if (shown.isClosed) return answerFormPage(c, closedPage(shown, language), 403);
      const body = await c.req.text();
      try {
        await receiveHostedForm(deps, { key, address: c.get("address"), body });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "invalid") throw error;
        const typed = Object.fromEntries(new URLSearchParams(body));
        return answerPageWithForm(c, hostedFormPage(key, shown, { language, refused: typed }), 422);
      }
      const same = language === "en" ? "" : `&lang=${language}`;
      return c.redirect(`${hostedFormPath}/${key}?sent=1${same}`, 303);
    });
}
