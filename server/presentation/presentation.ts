// The 'Marketing Makeover' presentation of one contact request, as a mail carries it.
import { eq } from "drizzle-orm";
import { presentation } from "#content/presentation.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName } from "#server/safe-greeting.ts";

/** Throws when there is no such contact request. */
export async function makePresentation(
  deps: Pick<Deps, "db" | "config">,
  contactRequestId: string,
): Promise<{ fileName: string; type: string; content: Uint8Array }> {
  const [contactRequest] = await deps.db
    .select({ fullName: contactRequests.fullName, receivedAt: contactRequests.receivedAt })
    .from(contactRequests)
    .where(eq(contactRequests.id, contactRequestId));
  if (!contactRequest) throw new Error("The contact request of a presentation is gone");
  // The library is large and rarely needed: it is loaded with the first presentation.
  const { renderPresentation } = await import("./presentation.pdf.tsx");
  const name = safeGreetingName(contactRequest.fullName);
  const content = await renderPresentation({
    name: name && isInOurFaces(name) ? name : null,
    madeAt: contactRequest.receivedAt,
    origin: deps.config.origin,
  });
  return { fileName: presentation.fileName, type: "application/pdf", content };
}

/** The PDF's faces hold Latin letters up to Latin Extended-A, and the curly apostrophe. */
function isInOurFaces(name: string): boolean {
  return /^[\u0020-\u017f\u2019]*$/.test(name);
}
