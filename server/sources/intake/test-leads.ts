// Sends a made-up lead to a source, through the same code as a real one.
import { randomUUID } from "node:crypto";
import { testLead } from "#content/console/sources.ts";
import { intakeMessages } from "#content/messages.ts";
import type { WebhookMapping } from "#contract/sources.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { Editor } from "./change-sources.ts";
import { asKeyed, googleKeyOf, type KeyedSource } from "./keyed-sources.ts";
import { bodyWith } from "./reader/fields.ts";
import { receive } from "./receive.ts";
import { getSourceRow, type SourceOf } from "./sources.ts";

/**
 * Sends a test lead, which is marked as a test. Throws `not_found`, and `conflict` for a
 * disconnected source or a Meta source, for which Meta's own tool sends test leads.
 */
export async function sendTestLead(deps: Deps, editor: Editor, which: SourceOf): Promise<void> {
  const row = await getSourceRow(deps, which);
  const source = asKeyed(row);
  if (!source) throw new AppError("conflict", { sentence: intakeMessages.metaTestLead });
  if (source.endedAt) throw new AppError("conflict", { sentence: intakeMessages.sourceEnded });
  const body = JSON.stringify(bodyFor[source.kind](deps, source));
  const about = { clientId: source.clientId, detail: { source: source.id } };
  await receive(deps, source, { body, isTest: true }, (tx) =>
    audit(deps, tx, { ...editor, ...about, action: "test_lead_sent" }),
  );
}

const { firstName, lastName, email, phone, message } = testLead;

const bodyFor: Record<KeyedSource["kind"], (deps: Deps, source: KeyedSource) => unknown> = {
  form: () => ({ ...testLead, submissionId: randomUUID() }),
  google: (deps, source) => ({
    lead_id: randomUUID(),
    user_column_data: [
      {
        column_id: "FULL_NAME",

        string_value: `${firstName} ${lastName}`,
      },
      { column_id: "PHONE_NUMBER", string_value: phone },
      { column_id: "EMAIL", string_value: email },
    ],
    ...{ api_version: "1.0", is_test: true },
    google_key: googleKeyOf(deps.config.secret, source),
  }),
  webhook: (_, { mapping }) => (mapping ? mappedBody(mapping) : { ...testLead, id: randomUUID() }),
};

function mappedBody(mapping: WebhookMapping): unknown {
  const texts: Record<keyof WebhookMapping, string> = {
    ...{ firstName, lastName, email, phone, message, submittedAt: "" },
    ...{ fullName: `${firstName} ${lastName}`, externalId: randomUUID() },
  };
  const pointers = Object.entries(mapping) as [keyof WebhookMapping, string | undefined][];
  return bodyWith([
    { pointer: "/test", text: randomUUID() },
    ...pointers.flatMap(([field, pointer]) => (pointer ? [{ pointer, text: texts[field] }] : [])),
  ]);
}
