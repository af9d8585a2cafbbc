// The color scheme. It is the system's until the visitor chooses the other one.

/** Switches to the other color scheme and remembers it. */
export function switchTheme() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  // Stored in a cookie, which the server uses when it renders the next page
  // (`server/pages/theme.ts`).
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers support the Cookie Store API
  document.cookie = `theme=${theme}; path=/; max-age=${keptSeconds}; samesite=lax`;
}

const keptSeconds = 365 * 24 * 60 * 60;

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme) return theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
