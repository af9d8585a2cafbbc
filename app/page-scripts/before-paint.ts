// Runs in the head, before the first paint: sets what CSS needs from the start.
export {};

// JavaScript runs, so forms may show.
document.documentElement.dataset.script = "on";
