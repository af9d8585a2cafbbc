// Text records of the Domain Name System, as the machine's resolver answers.
import { Resolver } from "node:dns/promises";

export type Dns = {
  /**
   * Returns a name's TXT records, each as one text; none if the name or its records don't exist.
   * Throws `DnsUnavailable`.
   */
  texts(name: string): Promise<string[]>;
};

export class DnsUnavailable extends Error {}

/** The answers that mean that there is nothing. */
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
