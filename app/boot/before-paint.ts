// Runs in the head, before anything is drawn: the remembered colour scheme, without a flash.
export {};

try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
