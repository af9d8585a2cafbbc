// Checks the TXT records of a sender's domain. Pure.
import type { SenderRecord } from "#contract/sender-domain.ts";

export type Judged = Pick<SenderRecord, "state" | "text">;

/** RFC 7208, 4.5: exactly one record that begins with this version. Anyone may send with `+all`. */
export function judgeSpf(texts: string[]): Judged {
  const records = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  return judge(records, (text) => !text.split(/ +/).some((term) => /^\+?all$/i.test(term)));
}

/** RFC 7489, 6.3 and 6.6.3: the version comes first, and the policy is one of three. */
export function judgeDmarc(texts: string[]): Judged {
  const records = texts.filter((text) => /^v=DMARC1[ \t]*(;|$)/.test(text));
  return judge(records, (text) => /^(none|quarantine|reject)$/i.test(tagsIn(text).get("p") ?? ""));
}

/**
 * RFC 6376, 3.6.1: a record without `p` isn't a key, and an empty `p` means that the key was
 * revoked.
 */
export function judgeDkim(texts: string[]): Judged {
  const records = texts.filter((text) => {
    const tags = tagsIn(text);
    return tags.get("v") === "DKIM1" || (!tags.has("v") && tags.has("p"));
  });
  return judge(records, (text) => (tagsIn(text).get("p") ?? "") !== "");
}

function judge(records: string[], isRight: (text: string) => boolean): Judged {
  const [text, ...others] = records;
  if (text === undefined) return { state: "missing", text: null };
  if (others.length > 0) return { state: "several", text: shown(text) };
  return { state: isRight(text) ? "right" : "wrong", text: shown(text) };
}

/** A list such as `v=DKIM1; k=rsa; p=MIIB`. The first of a repeated tag counts. */
function tagsIn(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const [name = "", ...value] = part.split("=");
    if (!tags.has(name.trim())) tags.set(name.trim(), value.join("=").trim());
  }
  return tags;
}

function shown(text: string): string {
  return text.slice(0, 500);
}
