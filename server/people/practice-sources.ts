// Adds lead sources to a practice, for the modules that connect sources and for template sets, which
// come before those modules.
import { randomBytes } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import { type SetSource, setSourceKinds } from "#contract/template-sets.ts";
import type { Transaction } from "#server/db/database.ts";
import { sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { Sealed } from "#server/secrets/sealed.ts";

type Source = {
  clientId: string;
  name: string;
  campaignId?: string;
} & (
  | { kind: "meta"; metaPageId: string; metaFormId: string; metaPageToken?: Sealed }
  | {
      kind: "form";
      /** The thank-you page of the form. */
      thanksUrl?: string;
      /** Origins of the web pages that may contain the form; empty: any. */
      allowedOrigins?: string[];
    }
  | { kind: "google" | "webhook" }
);

/**
 * Adds a source. All except Meta's get a key of 96 bits. Throws `conflict` if the Meta form is
 * already taken.
 */
export async function addSource(
  deps: { db: Deps["db"] | Transaction },
  source: Source,
): Promise<{ sourceId: string; formKey: string | null }> {
  const formKey = source.kind === "meta" ? null : makeSourceKey();
  const [row] = await deps.db
    .insert(sources)
    .values({ ...source, formKey })
    .onConflictDoNothing()
    .returning({ id: sources.id });
  if (!row) throw new AppError("conflict", { sentence: adminWords.formTaken });
  return { sourceId: row.id, formKey };
}

export function makeSourceKey(): string {
  return randomBytes(12).toString("base64url");
}

/** Who connects a source: an account with the IP address of the request, or the command line. */
type Editor = { accountId: string | null; address: string };

/** Works like `addSource`, and audits it. */
export async function connect(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { accountId, address }: Editor,
  source: Source,
): Promise<{ sourceId: string }> {
  const { clientId } = source;
  const { sourceId } = await addSource({ db: tx }, source);
  const detail = { source: sourceId };
  await audit(deps, tx, { action: "source_connected", accountId, address, clientId, detail });
  return { sourceId };
}

/**
 * Lists a practice's sources of the kinds that a template set can contain, even disconnected ones.
 */
export async function listSetSources(
  { db }: { db: Deps["db"] | Transaction },
  clientId: string,
): Promise<SetSource[]> {
  const rows = await db
    .select({ kind: sources.kind, name: sources.name })
    .from(sources)
    .where(and(eq(sources.clientId, clientId), inArray(sources.kind, [...setSourceKinds])))
    .orderBy(sources.id);
  return rows as SetSource[];
}
