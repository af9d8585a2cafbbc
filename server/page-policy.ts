// What a page may load and run: our own files and the scripts that are named, nothing else.

/** Hashes or a nonce, in quotes, of the inline scripts and styles that this page carries. */
export function pagePolicy(options: {
  scripts: string[];
  styles?: string[];
  isSecure: boolean;
  isDev?: boolean;
}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${options.scripts.join(" ")}`,
    // React writes style attributes (a meter's width); other styles are files, or named by hash.
    options.isDev
      ? "style-src 'self' 'unsafe-inline'"
      : ["style-src 'self'", ...(options.styles ?? [])].join(" "),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    options.isDev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    ...(options.isSecure && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}
