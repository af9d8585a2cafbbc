// Runs in the head, before anything is drawn: what a style sheet must know at once.
export {};

const { dataset } = document.documentElement;

// Forms may show: their scripts will come.
dataset.script = "on";

// The remembered colour scheme, without a flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
