// Looks up DNS TXT records with the machine's resolver.
import { Resolver } from "node:dns/promises";

export type Dns = {
  /**
   * Returns a name's TXT records, each as one string. Returns an empty list if the name or its
   * records don't exist. Throws `DnsUnavailable`.
   */
  texts(name: string): Promise<string[]>;
};

export class DnsUnavailable extends Error {}

/** The error codes that mean there is no record. */
const none: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

export function makeDns(): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  return {
    async texts(name) {
      try {
        const records = await resolver.resolveTxt(name);
        return records.map((parts) => parts.join(""));
      } catch (error) {
        const code = error instanceof Error && "code" in error ? error.code : undefined;
        if (none.has(code)) return [];
        throw new DnsUnavailable(name, { cause: error });
      }
    },
  };
}
