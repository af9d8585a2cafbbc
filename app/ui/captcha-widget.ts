// The captcha of another provider. Its script is loaded only if the owner has configured the
// provider, and renders its widget into the form's placeholder.
import type { CaptchaProvider } from "#contract/sessions.ts";

export type WidgetProvider = Exclude<CaptchaProvider, "altcha" | "off">;

/** The three providers have the same API. */
type Widget = {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      "error-callback": () => void;
      "expired-callback": () => void;
    },
  ): unknown;
  /** Only reCAPTCHA has this: it calls back once it is ready to render. */
  ready?(then: () => void): void;
};

/** The providers' documented URLs; the content security policy allows only these. */
const scripts: Record<WidgetProvider, { url: string; global: string }> = {
  recaptcha: {
    url: "https://www.google.com/recaptcha/api.js?render=explicit",
    global: "grecaptcha",
  },
  hcaptcha: { url: "https://js.hcaptcha.com/1/api.js?render=explicit", global: "hcaptcha" },
  turnstile: {
    url: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    global: "turnstile",
  },
};

/** A provider's token is valid for two minutes; Turnstile's is valid for five. */
export const widgetTokenMs = 110_000;

/** Resolves to the token once the visitor has passed. Throws if the widget can't be rendered. */
export async function askWidget(
  provider: WidgetProvider,
  siteKey: string,
  place: HTMLElement,
): Promise<string> {
  const widget = await loadWidget(provider);
  // A provider's widget can't be rendered twice into the same element.
  const inner = document.createElement("div");
  place.replaceChildren(inner);
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error(`${provider} gave no token`));
    widget.render(inner, {
      sitekey: siteKey,
      callback: resolve,
      "error-callback": refuse,
      "expired-callback": refuse,
    });
  });
}

const loading = new Map<WidgetProvider, Promise<Widget>>();

function loadWidget(provider: WidgetProvider): Promise<Widget> {
  const known = loading.get(provider);
  if (known) return known;
  const { url, global } = scripts[provider];
  const loaded = new Promise<Widget>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.onload = () => {
      const widget = (window as unknown as Record<string, Widget | undefined>)[global];
      if (!widget) return reject(new Error(`${provider} did not start`));
      if (widget.ready) widget.ready(() => resolve(widget));
      else resolve(widget);
    };
    script.onerror = () => {
      loading.delete(provider);
      reject(new Error(`${provider} could not be loaded`));
    };
    document.head.append(script);
  });
  loading.set(provider, loaded);
  return loaded;
}
