// Who the built-in PostgreSQL runs as. It refuses to be root, so root lends it another user.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";

export type ServerUser = Account & {
  /** Spells out a program so that `spawn` runs it as this user. */
  command(program: string, args: string[]): Command;
};

type Account = { uid: number; gid: number };
type Command = { file: string; args: string[]; options: SpawnOptions };
type SpawnOptions = { cwd: string; env: Record<string, string>; uid?: number; gid?: number };

const surroundings: SpawnOptions = {
  cwd: "/", // every user may be there, and no folder is kept busy
  env: {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    LC_ALL: "C",
    // Fixed, so that the owner's machine never decides what PostgreSQL calls a day.
    TZ: "UTC",
  },
};

/** The user that can run `program` on the cluster in `dataDir`; throws one sentence when none can. */
export function chooseServerUser(dataDir: string, cluster: string, program: string): ServerUser {
  const owner = ownerOf(cluster);
  const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  if (self.uid !== 0) {
    if (owner && owner.uid !== self.uid) throw new Error(foreignFolder(cluster, owner));
    return { ...self, command: (file, args) => ({ file, args, options: surroundings }) };
  }
  const account = owner && owner.uid !== 0 ? owner : unprivilegedAccount();
  // A cluster that root copied here, from a backup for instance.
  if (owner?.uid === 0) {
    execFileSync("chown", ["-hR", `${account.uid}:${account.gid}`, cluster], surroundings);
  }
  const user = waysToBecome(account).find((way) => canReach(way, program, dataDir));
  if (!user) throw new Error(unreachable(dataDir, program, account));
  return user;
}

function ownerOf(folder: string): Account | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found ? { uid: found.uid, gid: found.gid } : null;
}

function unprivilegedAccount(): Account {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const account = accounts.find(([name]) => name === wanted);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody: start as an ordinary user, or set DATABASE_URL.",
  );
}

/** Least power first: plain, then looking into closed folders, then (all that a container may have) ignoring modes. */
function waysToBecome(account: Account): ServerUser[] {
  const plainly: ServerUser = {
    ...account,
    command: (file, args) => ({ file, args, options: { ...surroundings, ...account } }),
  };
  const withCapability = (capability: string): ServerUser => ({
    ...account,
    command: (program, args) => ({
      file: "setpriv",
      args: [
        `--reuid=${account.uid}`,
        `--regid=${account.gid}`,
        "--clear-groups",
        `--inh-caps=+${capability}`,
        `--ambient-caps=+${capability}`,
        // PostgreSQL looks for itself with access(2), which sets capabilities aside without this bit.
        "--securebits=+no_setuid_fixup",
        program,
        ...args,
      ],
      options: surroundings,
    }),
  });
  return [plainly, withCapability("dac_read_search"), withCapability("dac_override")];
}

/** Found out by trying: no reading of mode bits knows access lists, mounts and security modules. */
function canReach(user: ServerUser, program: string, dataDir: string): boolean {
  const attempt = `"$0" --version && cd -- "$1"`;
  const { file, args, options } = user.command("/bin/sh", ["-c", attempt, program, dataDir]);
  return spawnSync(file, args, { ...options, stdio: "ignore" }).status === 0;
}

const foreignFolder = (cluster: string, owner: Account) =>
  `The database in ${cluster} belongs to another user (uid ${owner.uid}): start as that user, or set DATA_DIR to another folder.`;

const unreachable = (dataDir: string, program: string, account: Account) =>
  `PostgreSQL does not run as root, and the user it would run as (uid ${account.uid}) cannot enter ${path.dirname(program)} or ${dataDir}: move the project and its data folder out of closed folders such as /root, start as an ordinary user, or set DATABASE_URL.`;
