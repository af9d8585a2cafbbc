// The entry of the thread that draws PDFs (`draw-on-thread.ts`). The build makes it a separate
// file.
import { parentPort } from "node:worker_threads";
import { drawPdf, type PdfContent } from "./draw-pdf.ts";

parentPort?.on("message", async ({ id, content }: { id: number; content: PdfContent }) => {
  try {
    const pdf = await drawPdf(content);
    parentPort?.postMessage({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
