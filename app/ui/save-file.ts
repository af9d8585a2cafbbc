/** Downloads a file that the page has made itself. */
export function saveFile(name: string, text: string, type: "text/plain" | "application/json") {
  const href = URL.createObjectURL(new Blob([text], { type }));
  download(href, name);
  URL.revokeObjectURL(href);
}

/** Downloads a file as a link would. Without `name`, the server names the file. */
export function download(href: string, name = "") {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}
