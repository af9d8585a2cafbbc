// The HTML of a web form on our own site. It has no script: see decision 058 for the reasons.
import { randomUUID } from "node:crypto";
import { html } from "hono/html";
import { spanishHostedForm } from "#content/es/hosted-form.ts";
import { hostedFormWords } from "#content/messages.ts";
import type { Language, Translated } from "#contract/languages.ts";
import type { HostedFormAsk } from "#contract/sources.ts";
import type { Html } from "./form-page.ts";
import type { ShownForm } from "./hosted-form.ts";
import { adParameters } from "./reader/attribution.ts";

type Page = { title: string; body: Html; language: Language };
type Words = Translated<typeof hostedFormWords>;
const wordsIn: Record<Language, Words> = { en: hostedFormWords, es: spanishHostedForm };
const maxParameterLength = 200;
/** What the person typed before the form was rejected. */
type Typed = Record<string, string>;

/**
 * Renders the page. `language` applies to everything but the title and the introduction, which the
 * practice wrote. `given` are the parameters of the URL; those that identify an ad are submitted
 * with the form.
 */
export function hostedFormPage(
  key: string,
  shown: ShownForm,
  { language, refused, given = {} }: { language: Language; refused: Typed | null; given?: Typed },
): Page {
  const { practice, settings } = shown;
  const words = wordsIn[language];
  const title = settings.title || practice;
  const typed = refused ?? {};
  const passedOn = adParameters.flatMap((name) => {
    const value = (refused ?? given)[name];
    return value ? [[name, value.slice(0, maxParameterLength)] as const] : [];
  });
  const asks = new Set(settings.asks);
  const consent = words.consent(practice);
  const body = html`<h1>${title}</h1>
${settings.title ? html`<p>${practice}</p>` : ""}
${settings.intro ? html`<p class="intro">${settings.intro}</p>` : ""}
${refused ? html`<p class="wrong" role="alert">${words.noReach}</p>` : ""}
<form method="post" action="/api/forms/${key}${language === "en" ? "" : `?lang=${language}`}">
<label>${words.name} <input name="name" autocomplete="name" maxlength="200" required value="${typed.name ?? ""}"></label>
${asked.filter(({ name }) => asks.has(name)).map((field) => input(field, words, typed, asks))}
${asks.has("message") ? message(words, typed) : ""}
<input class="unseen" name="website_url" tabindex="-1" autocomplete="off" aria-hidden="true">
<input type="hidden" name="submissionId" value="${typed.submissionId || randomUUID()}">
<input type="hidden" name="consent" value="${consent}">
${language === "en" ? "" : html`<input type="hidden" name="language" value="${language}">`}
${passedOn.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${words.send}</button>
<p><small>${consent} <a href="${words.privacyPath}">${words.privacy}</a></small></p>
</form>`;
  return { title, body, language };
}

export function thankYouPage({ practice }: ShownForm, language: Language) {
  const { title, text } = wordsIn[language].thanks;
  return { title, text: text(practice), language };
}

export function closedPage({ practice }: ShownForm, language: Language) {
  const { title, text } = wordsIn[language].closed;
  return { title: title(practice), text, language };
}

const asked = [
  { name: "phone", type: "tel" },
  { name: "email", type: "email" },
] as const;

/**
 * Renders an input. The phone number is required; if the form doesn't ask for one, the email is
 * required.
 */
function input(
  { name, type }: (typeof asked)[number],
  words: Words,
  typed: Typed,
  asks: Set<HostedFormAsk>,
): Html {
  const isRequired = name === "phone" || !asks.has("phone");
  return html`<label>${words[name]} <input name="${name}" type="${type}" autocomplete="${type}" maxlength="200"${isRequired ? " required" : ""} value="${typed[name] ?? ""}"></label>`;
}

function message(words: Words, typed: Typed): Html {
  return html`<label>${words.message} <textarea name="message" rows="4" maxlength="4000" aria-describedby="hint">${typed.message ?? ""}</textarea></label>
<p id="hint"><small>${words.healthHint}</small></p>`;
}
