// Reads a PDF's text in reading order, and its metadata.
import { extractText, getDocumentProxy, getMeta } from "unpdf";

export async function readPdf(content: Uint8Array | undefined) {
  if (!content) throw new Error("There is no PDF");
  const pdf = await getDocumentProxy(new Uint8Array(content));
  const { text } = await extractText(pdf, { mergePages: true });
  const { info } = await getMeta(pdf);
  return { text: text.replaceAll(/\s+/g, " "), title: info.Title, language: info.Language };
}
