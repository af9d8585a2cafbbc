// The HTML of a web form's page on our own site. It has no script: decision 058 has the reasons.
import { randomUUID } from "node:crypto";
import { html } from "hono/html";
import { formMessages, hostedFormWords as words } from "#content/messages.ts";
import type { HostedFormAsk } from "#contract/sources.ts";
import type { Html } from "./form-page.ts";
import type { ShownForm } from "./hosted-form.ts";

type Page = { title: string; body: Html };
/** What was typed before the form was refused. */
type Typed = Record<string, string>;

export function hostedFormPage(key: string, shown: ShownForm, refused: Typed | null): Page {
  const { practice, settings } = shown;
  const title = settings.title || practice;
  const typed = refused ?? {};
  const asks = new Set(settings.asks);
  const consent = words.consent(practice);
  const body = html`<h1>${title}</h1>
${settings.title ? html`<p>${practice}</p>` : ""}
${settings.intro ? html`<p class="intro">${settings.intro}</p>` : ""}
${refused ? html`<p class="wrong" role="alert">${words.noReach}</p>` : ""}
<form method="post" action="/api/forms/${key}">
<label>${words.name} <input name="name" autocomplete="name" maxlength="200" required value="${typed.name ?? ""}"></label>
${asked.filter(({ name }) => asks.has(name)).map((field) => input(field, typed, asks))}
${asks.has("message") ? message(typed) : ""}
<input class="unseen" name="website_url" tabindex="-1" autocomplete="off" aria-hidden="true">
<input type="hidden" name="submissionId" value="${typed.submissionId || randomUUID()}">
<input type="hidden" name="consent" value="${consent}">
<button>${words.send}</button>
<p><small>${consent} <a href="/lms/privacy-policy">${words.privacy}</a></small></p>
</form>`;
  return { title, body };
}

export function thankYouPage({ practice }: ShownForm) {
  return { title: words.thanks.title, text: words.thanks.text(practice) };
}

export function closedPage({ practice }: ShownForm) {
  return { title: words.closed.title(practice), text: words.closed.text };
}

const asked = [
  { name: "phone", type: "tel" },
  { name: "email", type: "email" },
] as const;

/** The phone is required; without one, the email. */
function input(
  { name, type }: (typeof asked)[number],
  typed: Typed,
  asks: Set<HostedFormAsk>,
): Html {
  const isRequired = name === "phone" || !asks.has("phone");
  return html`<label>${words[name]} <input name="${name}" type="${type}" autocomplete="${type}" maxlength="200"${isRequired ? " required" : ""} value="${typed[name] ?? ""}"></label>`;
}

function message(typed: Typed): Html {
  return html`<label>${words.message} <textarea name="message" rows="4" maxlength="4000" aria-describedby="hint">${typed.message ?? ""}</textarea></label>
<p id="hint"><small>${formMessages.healthHint}</small></p>`;
}
