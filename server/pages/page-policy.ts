// A page's content security policy, which allows only our own files and the listed inline scripts.
import type { CaptchaProvider } from "#contract/sessions.ts";

/**
 * The sources that each captcha provider documents for its widget, used only if that provider is
 * configured.
 * https://developers.google.com/recaptcha/docs/faq#im-using-content-security-policy-csp-on-my-website
 * https://docs.hcaptcha.com/#content-security-policy-settings
 * https://developers.cloudflare.com/turnstile/reference/content-security-policy/
 */
const widgetSources: Record<CaptchaProvider, Partial<Record<WidgetDirective, string>>> = {
  altcha: {},
  off: {},
  recaptcha: {
    "script-src": "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    "frame-src": "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
  },
  hcaptcha: {
    "script-src": "https://hcaptcha.com https://*.hcaptcha.com",
    "frame-src": "https://hcaptcha.com https://*.hcaptcha.com",
    "style-src": "https://hcaptcha.com https://*.hcaptcha.com",
    "connect-src": "https://hcaptcha.com https://*.hcaptcha.com",
  },
  turnstile: {
    "script-src": "https://challenges.cloudflare.com",
    "frame-src": "https://challenges.cloudflare.com",
  },
};

/** One year, on every https response. */
export const strictTransport = "max-age=31536000";

type WidgetDirective = "script-src" | "frame-src" | "style-src" | "connect-src";

/** Returns the policy with quoted hashes or a nonce for the page's inline scripts and styles. */
export function pagePolicy(options: {
  scripts: string[];
  styles?: string[];
  isSecure: boolean;
  captcha: CaptchaProvider;
  isDev?: boolean;
}): Record<string, string> {
  const { scripts, isDev } = options;
  const widget = widgetSources[options.captcha];
  const directive = (name: WidgetDirective, ...own: string[]) =>
    [name, ...own, widget[name]].filter(Boolean).join(" ");
  const policy = [
    "default-src 'none'",
    directive("script-src", "'self'", ...scripts),
    // React writes style attributes, such as the width of a meter. Other styles are in files or
    // allowed by hash.
    isDev
      ? directive("style-src", "'self'", "'unsafe-inline'")
      : directive("style-src", "'self'", ...(options.styles ?? [])),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    directive("connect-src", "'self'", isDev ? "ws:" : ""),
    ...(widget["frame-src"] ? [directive("frame-src")] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    ...(options.isSecure && { "Strict-Transport-Security": strictTransport }),
  };
}
