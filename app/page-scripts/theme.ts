// The colour scheme: the system's, until somebody chooses the other one.

/** Turns to the other scheme and remembers it. */
export function switchTheme() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  // As a cookie, which the server writes into the next page (`server/theme.ts`).
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = `theme=${theme}; path=/; max-age=${keptSeconds}; samesite=lax`;
}

const keptSeconds = 365 * 24 * 60 * 60;

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme) return theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
