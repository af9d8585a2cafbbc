// Runs in the head, before anything is drawn: what a style sheet must know at once.
export {};

// Forms may show: their scripts will come.
document.documentElement.dataset.script = "on";
