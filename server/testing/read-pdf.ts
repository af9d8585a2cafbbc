// Reads a PDF's text in reading order, and its metadata.
import { extractText, getDocumentProxy, getMeta } from "unpdf";

export async function readPdf(content: Uint8Array | undefined) {
  if (!content) throw new Error("There is no PDF");
  const pdf = await getDocumentProxy(new Uint8Array(content));
  const { text: pages } = await extractText(pdf, { mergePages: false });
  const { info } = await getMeta(pdf);
  const plain = pages.map((page) => page.replaceAll(/\s+/g, " "));
  return { text: plain.join(" "), pages: plain, title: info.Title, language: info.Language };
}
