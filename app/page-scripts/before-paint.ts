// Runs in the head before the first paint, and sets what CSS needs from the start.
export {};

// JavaScript runs, so forms can be shown.
document.documentElement.dataset.script = "on";
