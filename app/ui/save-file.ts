type TextType = "text/plain" | "text/calendar" | "application/json";

/** Downloads a file that the page itself has created. */
export function saveFile(name: string, text: string, type: TextType) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  download(href, name);
  URL.revokeObjectURL(href);
}

/** Downloads a file like a link does. Without `name`, the server names the file. */
export function download(href: string, name = "") {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}
