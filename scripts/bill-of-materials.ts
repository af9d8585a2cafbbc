// Lists every package that a start installs, with its license, from the lockfile alone. The build
// writes the bill of materials and the license list into build/. The same lockfile always makes the
// same bytes.
import { createHash } from "node:crypto";

export type Lockfile = {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
};

type LockedPackage = {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

type Part = { path: string; name: string; version: string; license: string; locked: LockedPackage };

/**
 * The licenses of packages whose lockfile entry doesn't name one. They come from the packages' own
 * LICENSE files.
 */
const unstated: Record<string, string> = { "png-js": "MIT" };

/** Licenses under which a changed package, or any copy, must be passed on with the same license. */
const copyleft = /GPL|MPL|EPL|EUPL|CDDL|BY-SA/;

/** Makes the bill of materials in CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/ */
export function makeBill(lockfile: Lockfile) {
  const parts = installedParts(lockfile);
  const root = `pkg:npm/${lockfile.name}@${lockfile.version}`;
  const own = lockfile.packages[""] ?? {};
  const links = new Map<string, Set<string>>([[root, refsOf(lockfile, "", own)]]);
  const components = new Map<string, object>();
  for (const part of parts) {
    const ref = refOf(part.name, part.version);
    const needed = refsOf(lockfile, part.path, part.locked);
    links.set(ref, new Set([...(links.get(ref) ?? []), ...needed]));
    components.set(ref, componentOf(ref, part));
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([...components]))}`,
    version: 1,
    metadata: {
      component: {
        ...{ type: "application", "bom-ref": root, name: lockfile.name },
        ...{ version: lockfile.version, licenses: licensesOf(own.license ?? "MIT"), purl: root },
      },
    },
    components: [...components.values()],
    dependencies: [...links].map(([ref, on]) => ({ ref, dependsOn: [...on].toSorted() })),
  };
}

/**
 * Makes the license list for people. Copyleft packages come first, then every license with its
 * packages.
 */
export function makeLicenseList(lockfile: Lockfile): string {
  const byLicense = Map.groupBy(installedParts(lockfile), ({ license }) => license);
  const sections = [...byLicense]
    .toSorted(([one], [other]) => compare(one, other))
    .map(([license, parts]) => `## ${license}\n\n${listOf(parts)}\n`);
  const left = findCopyleft(lockfile).map(({ name, license }) => `- ${name}: ${license}\n`);
  return [
    `# Licenses of ${lockfile.name} ${lockfile.version}\n`,
    "Each package's own text is in its folder in node_modules.\n",
    `## Copyleft\n\nUsed unchanged, as separate packages:\n\n${left.join("")}`,
    ...sections,
  ].join("\n");
}

/** Returns the copyleft packages, with one entry for each name. */
export function findCopyleft(lockfile: Lockfile): { name: string; license: string }[] {
  const found = installedParts(lockfile).filter(({ license }) => copyleft.test(license));
  return [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, [part]]) =>
    part ? [{ name, license: part.license }] : [],
  );
}

/** Returns the packages that `npm ci --omit=dev` installs, on any platform. */
function installedParts({ packages }: Lockfile): Part[] {
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== "" && !dev)
    .map(([place, locked]) => {
      const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
      const license = locked.license ?? unstated[name] ?? "";
      return { path: place, name, version: locked.version ?? "", license, locked };
    })
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

function componentOf(ref: string, { name, version, license, locked }: Part) {
  const [, group, own = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const [, digest] = /^sha512-(.+)$/.exec(locked.integrity ?? "") ?? [];
  return {
    ...{ type: "library", "bom-ref": ref },
    ...(group && { group }),
    ...{ name: own, version, scope: locked.optional ? "optional" : "required" },
    ...(digest && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
    }),
    ...{ licenses: licensesOf(license), purl: ref },
  };
}

/** Returns a license's SPDX id, or an expression with several ids. */
function licensesOf(license: string) {
  return [/[\s(]/.test(license) ? { expression: license } : { license: { id: license } }];
}

/**
 * Returns the installed packages that a package needs. Of several with the same name, it's the
 * nearest one, as Node.js resolves it.
 */
function refsOf(lockfile: Lockfile, from: string, locked: LockedPackage): Set<string> {
  const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies });
  return new Set(names.flatMap((name) => find(lockfile, from, name)));
}

function find({ packages }: Lockfile, from: string, name: string): string[] {
  for (let place = from; ; place = parentOf(place)) {
    const found = packages[`${place ? `${place}/` : ""}node_modules/${name}`];
    if (found) return found.dev ? [] : [refOf(name, found.version ?? "")];
    if (place === "") return [];
  }
}

function parentOf(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")));
}

/** Returns a package URL. https://github.com/package-url/purl-spec */
function refOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function listOf(parts: Part[]): string {
  return parts.map(({ name, version }) => `- ${name} ${version}`).join("\n");
}

function uuidOf(text: string): string {
  const digits = createHash("sha256").update(text).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Compares texts in an order that doesn't depend on the machine's language. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
