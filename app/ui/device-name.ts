import { deviceWords } from "#content/desk/profile.ts";
import { readUserAgent } from "#contract/user-agent.ts";

/** Returns a readable name for a user agent, such as "Firefox on Windows". */
export function deviceName(userAgent: string): string {
  return deviceWords.named(readUserAgent(userAgent));
}
