// Adds a lead by hand at the front desk.
import type { Lead, NewLead } from "#contract/leads.ts";
import type { Deps } from "#server/deps.ts";
import { setGivenFields } from "#server/desk/leads/lead.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { receiveInquiry } from "./receive-inquiry.ts";

/**
 * Adds a person who walked in or called. Their inquiry has no clock. If the practice already has a
 * lead for this person, the inquiry joins that lead.
 */
export async function addLead(deps: Deps, client: SignedInClient, input: NewLead): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    const { lead } = await receiveInquiry(deps, tx, {
      clientId: client.clientId,
      sourceId: null,
      campaignId: null,
      person: {
        firstName: input.firstName,
        lastName: input.lastName,
        email: input.email,
        phone: input.phone || (input.phoneNumber ?? ""),
        answers: [],
      },
      submittedAt: deps.now(),
      receivedAt: deps.now(),
      isTest: false,
      isUntimed: true,
      accountId: client.accountId,
    });
    return setGivenFields(deps, tx, client, lead, input);
  });
}
