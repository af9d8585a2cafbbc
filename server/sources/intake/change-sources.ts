// Connects, changes, disconnects and reconnects sources for the owner. Each step is audited.
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import { intakeMessages } from "#content/messages.ts";
import type { AuditAction, AuditedField } from "#contract/audit.ts";
import type { NewSource, SourceChange } from "#contract/sources.ts";
import type { Transaction } from "#server/db/database.ts";
import { isTaken } from "#server/db/is-taken.ts";
import { campaigns, sources } from "#server/db/schema.ts";
import { isVersion, nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SourceKey } from "#server/jobs/job-queue.ts";
import { isClient } from "#server/people/accounts.ts";
import { connect, makeSourceKey } from "#server/people/practice-sources.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { ownPageToken } from "./meta-lookup.ts";
import { sealPageToken } from "./page-tokens.ts";
import { getSourceRow, type SourceOf } from "./sources.ts";

/**
 * Who makes the change: an owner's account with the IP address of the request, or the command line.
 */
export type Editor = { accountId: string | null; address: string };

type Tools = Pick<Deps, "db" | "now">;

/**
 * Connects a source. Throws `invalid` for an unknown practice, `conflict` if the Meta form is
 * connected already.
 */
export async function connectSource(
  deps: Deps,
  editor: Editor,
  input: NewSource,
): Promise<SourceOf> {
  const { client: clientId, name, kind } = input;
  if (!(await isClient(deps, clientId))) {
    throw new AppError("invalid", { fields: { client: "invalid" } });
  }
  const source =
    input.kind === "meta"
      ? {
          ...{ clientId, name, kind: input.kind, metaPageId: input.page, metaFormId: input.form },
          ...(input.pageToken && {
            metaPageToken: await sealOwn(deps, input.page, input.pageToken),
          }),
        }
      : { clientId, name, kind: kind as Exclude<NewSource["kind"], "meta"> };
  return deps.db.transaction(async (tx) => {
    const { sourceId } = await connect(deps, tx, editor, source);
    if (kind === "meta") await askMeta(deps, tx, { clientId, sourceId });
    return { id: sourceId, clientId };
  });
}

/**
 * Changes a source. Throws `not_found`, even for a disconnected source; `invalid` for a field that
 * this kind of source doesn't have, or another practice's campaign; `stale` if someone else has
 * changed the settings since they were read.
 */
export async function changeSource(
  deps: Deps,
  editor: Editor,
  which: SourceOf,
  change: SourceChange,
): Promise<void> {
  const source = await getSourceRow(deps, which);
  const { pageToken } = change;
  refuseForeignFields(source, change);
  const token = pageToken && {
    metaPageToken: await sealOwn(deps, source.metaPageId ?? "", pageToken),
    failingSince: null,
  };
  await store(deps, editor, source, change, token || {}, async (tx) => {
    if (pageToken) await askMeta(deps, tx, { clientId: source.clientId, sourceId: source.id });
  });
}

/** Does the same as `changeSource`, for changes without a new token. */
export async function changePlainFields(
  deps: Tools,
  editor: Editor,
  which: SourceOf,
  change: Omit<SourceChange, "pageToken">,
): Promise<void> {
  const source = await getSourceRow(deps, which);
  refuseForeignFields(source, change);
  await store(deps, editor, source, change, {}, async () => undefined);
}

function refuseForeignFields({ kind }: Row, { changedAt, ...change }: SourceChange) {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const foreign = given.find(([field]) => !fieldsOf[kind].has(field));
  if (foreign) throw new AppError("invalid", { fields: { [foreign[0]]: "invalid" } });
}

async function store(
  deps: Tools,
  editor: Editor,
  source: Row,
  change: SourceChange,
  token: Partial<Row>,
  afterwards: (tx: Transaction) => Promise<void>,
) {
  const { pageToken: _, changedAt: read, campaign, ...columns } = change;
  if (campaign) await refuseForeignCampaign(deps, source.clientId, campaign);
  const values = {
    ...columns,
    ...(campaign !== undefined && { campaignId: campaign }),
    ...token,
  };
  if (Object.keys(values).length === 0) return;
  const detail = detailOf(source, change);
  const changes = { action: "source_changed" as const, values, read, detail };
  await update(deps, editor, source, changes, afterwards);
}

/**
 * Gives the source a new key. The old one stops working immediately. Throws `not_found`, and
 * `conflict` for a Meta source, which has no key.
 */
export async function changeSourceKey(deps: Tools, editor: Editor, which: SourceOf): Promise<void> {
  const source = await getSourceRow(deps, which);
  if (!source.formKey) throw new AppError("conflict", { sentence: intakeMessages.noKey });
  const values = { formKey: makeSourceKey() };
  await update(deps, editor, source, { action: "source_key_changed", values });
}

/**
 * Disconnects a source. Its leads stay. Throws `not_found`, also if the source is already
 * disconnected.
 */
export async function endSource(deps: Tools, editor: Editor, which: SourceOf): Promise<void> {
  const source = await getSourceRow(deps, which);
  const values = { endedAt: deps.now() };
  await update(deps, editor, source, { action: "source_ended", values });
}

/**
 * Connects a disconnected source again. It gets a new key, so that nobody with the old one can
 * send leads. A Meta form, which has no key, is checked, and the leads that it missed are fetched.
 * Throws `not_found`, also if the source is connected, and `conflict` if the Meta form is connected
 * to another source by now.
 */
export async function reconnectSource(deps: Deps, editor: Editor, which: SourceOf): Promise<void> {
  const source = await getSourceRow(deps, which);
  const values = { endedAt: null, ...(source.formKey && { formKey: makeSourceKey() }) };
  const changes = { action: "source_reconnected" as const, values, wasEnded: true };
  const key = { clientId: source.clientId, sourceId: source.id };
  await update(deps, editor, source, changes, async (tx) => {
    if (source.kind === "meta") await askMeta(deps, tx, key);
  }).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    throw new AppError("conflict", { sentence: adminWords.formTaken });
  });
}

async function refuseForeignCampaign({ db }: Pick<Deps, "db">, clientId: string, id: string) {
  const isOwn = and(
    eq(campaigns.clientId, clientId),
    eq(campaigns.id, id),
    isNull(campaigns.mergedInto),
    isNull(campaigns.deletedAt),
  );
  if ((await db.$count(campaigns, isOwn)) > 0) return;
  throw new AppError("invalid", { fields: { campaign: "invalid" } });
}

type Row = typeof sources.$inferSelect;

/** The fields that can be changed for each kind of source. */
const fieldsOf: Record<Row["kind"], ReadonlySet<string>> = {
  meta: new Set(["name", "campaign", "mapping", "pageToken"]),
  form: new Set(["name", "campaign", "thanksUrl", "allowedOrigins", "hostedForm", "mapping"]),
  google: new Set(["name", "campaign", "mapping"]),
  webhook: new Set(["name", "campaign", "mapping"]),
  manual: new Set(),
};

async function update(
  deps: Tools,
  editor: Editor,
  { id, clientId }: Pick<Row, "id" | "clientId">,
  {
    action,
    values,
    read,
    detail = {},
    wasEnded = false,
  }: {
    action: AuditAction;
    values: Partial<Row>;
    read?: string | undefined;
    /** What changed, for the entry in the audit log. */
    detail?: { changes?: string };
    /** Whether the source must be disconnected, instead of connected. */
    wasEnded?: boolean;
  },
  afterwards: (tx: Transaction) => Promise<void> = async () => undefined,
) {
  const isSame = and(
    eq(sources.clientId, clientId),
    eq(sources.id, id),
    wasEnded ? isNotNull(sources.endedAt) : isNull(sources.endedAt),
  );
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(sources)
      .set({ ...values, changedAt: nextVersion(sources.changedAt, deps.now()) })
      .where(and(isSame, isVersion(sources.changedAt, read)))
      .returning({ id: sources.id });
    if (!row) throw new AppError((await tx.$count(sources, isSame)) > 0 ? "stale" : "not_found");
    await auditSource(deps, tx, editor, { id, clientId }, action, detail);
    await afterwards(tx);
  });
}

async function sealOwn(deps: Deps, page: string, typed: string) {
  return sealPageToken(deps.config.secret, await ownPageToken(deps, page, typed));
}

/** Enqueues a check of the new token and a backfill of the form's leads. */
async function askMeta({ jobs }: Deps, tx: Transaction, key: SourceKey) {
  await jobs.enqueue(tx, "check-source", key);
  await jobs.enqueue(tx, "backfill-source", key);
}

async function auditSource(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  editor: Editor,
  { id, clientId }: SourceOf,
  action: AuditAction,
  detail: { changes?: string } = {},
) {
  await audit(deps, tx, { ...editor, clientId, action, detail: { source: id, ...detail } });
}

/**
 * Records the old and new values of short texts. For lists and the token, records only that they
 * changed.
 */
function detailOf(source: Row, change: SourceChange): { changes?: string } {
  const { name = source.name, thanksUrl = source.thanksUrl } = change;
  const texts = changesIn({ name: source.name, thanksUrl: source.thanksUrl }, { name, thanksUrl });
  const { allowedOrigins, hostedForm, mapping, campaignId: campaign } = source;
  const before = { allowedOrigins, hostedForm, mapping, campaign, pageToken: null };
  const others = longFields
    .filter((field) => change[field] !== undefined)
    .filter((field) => JSON.stringify(change[field]) !== JSON.stringify(before[field]))
    .map((field) => ({ field, from: null, to: null }));
  return changesDetail([...texts, ...others]);
}

const longFields = [
  "allowedOrigins",
  "hostedForm",
  "mapping",
  "campaign",
  "pageToken",
] as const satisfies AuditedField[];
