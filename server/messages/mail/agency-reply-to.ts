import { site } from "#content/site.ts";
import type { Deps } from "#server/deps.ts";

/** Returns the address that answers to the agency's own emails go to. */
export function agencyReplyTo({ config }: Pick<Deps, "config">): string {
  return config.replies.replyTo ?? site.agencyEmail;
}
