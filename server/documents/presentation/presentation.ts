// The 'Marketing Makeover' presentation for one contact request, as an email attachment.
import { eq } from "drizzle-orm";
import { visitorWords } from "#content/visitor-words.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName, safePracticeName } from "#server/documents/greeting/safe-greeting.ts";
import { toAnswers } from "./makeover-answers.ts";

/** Throws when the contact request does not exist. */
export async function makePresentation(
  deps: Pick<Deps, "db" | "config" | "drawPdf">,
  contactRequestId: string,
): Promise<{ fileName: string; type: string; content: Uint8Array }> {
  const [contactRequest] = await deps.db
    .select({
      fullName: contactRequests.fullName,
      questions: contactRequests.questions,
      language: contactRequests.language,
      receivedAt: contactRequests.receivedAt,
    })
    .from(contactRequests)
    .where(eq(contactRequests.id, contactRequestId));
  if (!contactRequest) throw new Error("The presentation's contact request no longer exists");
  const { language } = contactRequest;
  const { presentation } = visitorWords[language];
  const answers = toAnswers(contactRequest.questions, language);
  const content = await deps.drawPdf({
    kind: "makeover",
    makeover: {
      ...answers,
      language,
      name: printable(contactRequest.fullName, safeGreetingName),
      practice: printable(answers.practice, safePracticeName),
      city: printable(answers.city, safeGreetingName),
      madeAt: contactRequest.receivedAt,
      origin: deps.config.origin,
    },
  });
  return { fileName: presentation.fileName, type: "application/pdf", content };
}

/** Anyone can enter someone else's email address, so only plain names are printed. */
function printable(
  typed: string | null | undefined,
  safeName: (typed: string) => string | null,
): string | null {
  const name = typed ? safeName(typed.replaceAll(/\s+/g, " ").trim()) : null;
  return name && isInPdfFonts(name) ? name : null;
}

/** The PDF's fonts cover Latin up to Latin Extended-A, and the curly apostrophe. */
function isInPdfFonts(name: string): boolean {
  return /^[\u0020-\u017f\u2019]*$/.test(name);
}
