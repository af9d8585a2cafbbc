// The 'Marketing Makeover' presentation for one contact request, as an email attachment.
import { eq } from "drizzle-orm";
import { presentation } from "#content/presentation.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName } from "#server/safe-greeting.ts";
import { toAnswers } from "./makeover-answers.ts";

/** Throws when the contact request does not exist. */
export async function makePresentation(
  deps: Pick<Deps, "db" | "config">,
  contactRequestId: string,
): Promise<{ fileName: string; type: string; content: Uint8Array }> {
  const [contactRequest] = await deps.db
    .select({
      fullName: contactRequests.fullName,
      questions: contactRequests.questions,
      receivedAt: contactRequests.receivedAt,
    })
    .from(contactRequests)
    .where(eq(contactRequests.id, contactRequestId));
  if (!contactRequest) throw new Error("The presentation's contact request no longer exists");
  // The library is large and rarely needed, so it is loaded on first use.
  const { renderPresentation } = await import("./presentation.pdf.tsx");
  const answers = toAnswers(contactRequest.questions);
  const content = await renderPresentation({
    ...answers,
    name: printableName(contactRequest.fullName),
    practice: printableName(answers.practice?.replaceAll("&", "and")),
    city: printableName(answers.city),
    madeAt: contactRequest.receivedAt,
    origin: deps.config.origin,
  });
  return { fileName: presentation.fileName, type: "application/pdf", content };
}

/** Anyone can ask for someone else's address, so only plain names are printed. */
function printableName(typed: string | null | undefined): string | null {
  const name = typed ? safeGreetingName(typed.replaceAll(/\s+/g, " ")) : null;
  return name && isInPdfFonts(name) ? name : null;
}

/** The PDF's fonts cover Latin up to Latin Extended-A, and the curly apostrophe. */
function isInPdfFonts(name: string): boolean {
  return /^[\u0020-\u017f\u2019]*$/.test(name);
}
