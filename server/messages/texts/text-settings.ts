// Whether a practice texts its leads.
import { eq } from "drizzle-orm";
import { textMessages } from "#content/messages.ts";
import type { MissedCallText, TextSettings } from "#contract/texts.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { canHaveTexts } from "#server/people/practice-texts.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { missedCallWords, usualMissedCallWords } from "./missed-call-words.ts";

/** Handles `GET /api/texts/settings`. */
export async function getTextSettings(
  deps: Pick<Deps, "db" | "texts">,
  { clientId }: SignedInClient,
): Promise<TextSettings> {
  const [practice] = await deps.db.select().from(clients).where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  return {
    isPossible: canHaveTexts(deps, practice),
    number: practice.phoneNumber,
    isOn: practice.textsOnAt !== null,
    missedCall: {
      isOn: practice.missedCallTextOnAt !== null,
      isOnWhenClosed: practice.missedCallTextClosedOnAt !== null,
      text: missedCallWords(practice),
    },
  };
}

/**
 * Turns the text that answers a missed call on or off, and stores its words; the usual ones aren't
 * stored, so that they follow the practice's name. While texts to leads are off, none is sent.
 */
export async function changeMissedCallText(
  deps: Pick<Deps, "db" | "now">,
  visitor: Visitor,
  client: SignedInClient,
  { isOn, isOnWhenClosed, text }: MissedCallText,
): Promise<void> {
  await deps.db.transaction((tx) =>
    change(deps, tx, { visitor, client }, (practice) => ({
      missedCallTextOnAt: isOn ? (practice.missedCallTextOnAt ?? deps.now()) : null,
      missedCallText: text === usualMissedCallWords(practice.name) ? null : text,
      ...(isOnWhenClosed !== undefined && {
        missedCallTextClosedOnAt: isOnWhenClosed
          ? (practice.missedCallTextClosedOnAt ?? deps.now())
          : null,
      }),
    })),
  );
}

/**
 * Turns texts to leads on or off. Texts that wait are judged again before they are sent. Throws
 * `conflict` if they are turned on without a provider or the practice's own number.
 */
export async function switchTexts(
  deps: Pick<Deps, "db" | "now" | "texts">,
  visitor: Visitor,
  client: SignedInClient,
  isOn: boolean,
): Promise<void> {
  await deps.db.transaction((tx) =>
    change(deps, tx, { visitor, client }, (practice) => {
      if (isOn && !canHaveTexts(deps, practice)) {
        throw new AppError("conflict", { sentence: textMessages.noNumber });
      }
      return { textsOnAt: isOn ? (practice.textsOnAt ?? deps.now()) : null };
    }),
  );
}

type Practice = typeof clients.$inferSelect;
type Settings = Pick<
  Practice,
  "textsOnAt" | "missedCallTextOnAt" | "missedCallText" | "missedCallTextClosedOnAt"
>;

/** Changes the locked practice, and audits what is different. */
async function change(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { visitor: { address }, client }: { visitor: Visitor; client: SignedInClient },
  decide: (practice: Practice) => Partial<Settings>,
): Promise<void> {
  const { accountId, clientId } = client;
  const isThis = eq(clients.id, clientId);
  const [practice] = await tx.select().from(clients).where(isThis).for("no key update");
  if (!practice) throw new AppError("not_found");
  const changed = decide(practice);
  await tx.update(clients).set(changed).where(isThis);
  const changes = changesIn(auditedOf(practice), auditedOf({ ...practice, ...changed }));
  if (changes.length === 0) return;
  const detail = changesDetail(changes);
  await audit(deps, tx, { action: "texts_changed", accountId, clientId, address, detail });
}

function auditedOf(practice: Practice) {
  return {
    textsToLeads: practice.textsOnAt ? "on" : null,
    missedCallText: practice.missedCallTextOnAt ? missedCallWords(practice) : null,
    missedCallTextWhenClosed:
      practice.missedCallTextOnAt && practice.missedCallTextClosedOnAt ? "on" : null,
  };
}
