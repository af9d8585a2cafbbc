// The PDFs that the product draws while it runs, and what each is drawn from.
import type { ListedInquiry } from "#contract/figures.ts";
import type { MonthReport } from "#contract/month-reports.ts";
import type { Makeover } from "#server/documents/presentation/makeover-answers.ts";

/** Plain data, because it is sent to another thread. */
export type PdfContent =
  | { kind: "makeover"; makeover: Makeover }
  | { kind: "month-report"; report: MonthReport; rows: ListedInquiry[] };

export type DrawPdf = (content: PdfContent) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Draws on the calling thread, which it blocks for a quarter of a second. The running product calls
 * it on a separate thread (`drawOnThread`).
 */
export async function drawPdf(content: PdfContent): Promise<Uint8Array<ArrayBuffer>> {
  // The library is large and rarely needed, so it is loaded on first use.
  if (content.kind === "makeover") {
    const { renderPresentation } = await import(
      "#server/documents/presentation/presentation.pdf.tsx"
    );
    return renderPresentation(content.makeover);
  }
  const { renderMonthReport } = await import("#server/desk/reports/month-report.pdf.tsx");
  return renderMonthReport(content.report, content.rows);
}
