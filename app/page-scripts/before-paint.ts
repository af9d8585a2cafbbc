// Runs in the head before the first paint, and sets what CSS needs from the start.
export {};

// Forms can be shown, because JavaScript is running.
document.documentElement.dataset.script = "on";
