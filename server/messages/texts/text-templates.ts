// A practice's templates for texts, filled in for one lead, so that the writer sees what is sent.
import type { TextTemplates } from "#contract/texts.ts";
import type { Deps } from "#server/deps.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { getMergeValues, getSender } from "#server/messages/mail/compose-email.ts";
import { fillText } from "#server/messages/merge-fields/merge-fields.ts";
import { listTemplates } from "#server/messages/templates/templates.ts";

/** Lists them by title. Throws `not_found` for another practice's lead. */
export async function listTextTemplates(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<TextTemplates> {
  const { clientId } = client;
  const sender = await getSender(deps, clientId);
  const values = await getMergeValues(deps, clientId, leadId, sender);
  const { templates } = await listTemplates(deps, client, { kind: "text" });
  return {
    templates: templates.map(({ _id, title, language, body }) => ({
      ...{ _id, title, language },
      body: fillText(body, values),
    })),
  };
}
