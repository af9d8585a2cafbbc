// The colour scheme: the system's, until somebody chooses the other one.

/** Turns to the other scheme and remembers it. */
export function switchTheme() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme) return theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
