// Chooses the user that the embedded PostgreSQL runs as. PostgreSQL can't run as root, so root
// switches to another user.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

export type ServerUser = Account & {
  /** Wraps a program so that `spawn` runs the program as this user. */
  command(program: string, args: string[]): Command;
  /**
   * The user that runs `initdb`, if it's a different one, because `initdb` needs a user with a
   * name.
   */
  maker?: ServerUser;
};

type Account = { uid: number; gid: number };
type Command = { file: string; args: string[]; options: SpawnOptions };
type SpawnOptions = { cwd: string; env: Record<string, string>; uid?: number; gid?: number };

const surroundings: SpawnOptions = {
  cwd: "/", // every user may enter it, and it doesn't keep a folder busy
  env: {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    LC_ALL: "C",
    // The time zone is fixed, so that the machine's time zone never affects PostgreSQL's days.
    TZ: "UTC",
  },
};

/**
 * A separate account for the server. Its id is outside all accounts' ranges, and systemd and Debian
 * leave it free. Other services run as `nobody` too, and any process of the same user can read the
 * files and use the socket, even with a password. PostgreSQL's user doesn't need a name.
 */
const ownAccount: Account = { uid: 65_521, gid: 65_521 };

/**
 * Returns a user that can run `program` on the cluster in `dataDir`. Throws an error with one
 * sentence if no user can. An existing cluster keeps its user, unless root copied the cluster or
 * root's server ran as nobody.
 */
export function chooseServerUser(dataDir: string, cluster: string, program: string): ServerUser {
  const owner = ownerOf(cluster);
  const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  if (self.uid !== 0) {
    if (owner && owner.uid !== self.uid) throw new Error(foreignFolder(cluster, owner));
    return { ...self, command: (file, args) => ({ file, args, options: surroundings }) };
  }
  const isKept = owner && owner.uid !== 0 && !wasRunAsNobody(dataDir, cluster, owner);
  const user = firstThatCanReach(isKept ? [owner] : unprivilegedAccounts(), program, dataDir);
  if (owner && owner.uid !== user.uid) chownTo(user, cluster);
  return user;
}

/**
 * Changes the owner of a folder and its contents. Changes symbolic links themselves, but not their
 * targets.
 */
export function chownTo({ uid, gid }: Account, folder: string) {
  execFileSync("chown", ["-hR", `${uid}:${gid}`, folder], surroundings);
}

/**
 * Returns whether root's own server ran the cluster as nobody. In that case root owns the log,
 * which it doesn't if the app itself runs as nobody. The server must have shut down cleanly, so
 * none of its processes is still writing.
 */
function wasRunAsNobody(dataDir: string, cluster: string, owner: Account): boolean {
  return (
    owner.uid === findAccount("nobody")?.uid &&
    ownerOf(path.join(dataDir, "postgres.log"))?.uid === 0 &&
    !existsSync(path.join(cluster, "postmaster.pid"))
  );
}

function firstThatCanReach(accounts: Account[], program: string, dataDir: string): ServerUser {
  for (const account of accounts) {
    const user = commandsFor(account).find((way) => canReach(way, program, dataDir));
    if (!user) continue;
    return account === ownAccount ? withMaker(user, program, dataDir) : user;
  }
  throw new Error(unreachable(dataDir, program, accounts));
}

function withMaker(user: ServerUser, program: string, dataDir: string): ServerUser {
  const nobody = findAccount("nobody");
  return nobody ? { ...user, maker: firstThatCanReach([nobody], program, dataDir) } : user;
}

function ownerOf(folder: string): Account | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found ? { uid: found.uid, gid: found.gid } : null;
}

/** Returns the accounts in order of preference. */
function unprivilegedAccounts(): Account[] {
  const postgres = findAccount("postgres");
  if (postgres) return [postgres];
  const nobody = findAccount("nobody");
  const isTaken = readAccounts().some(({ uid }) => uid === ownAccount.uid);
  // A container that has only a few user ids can't use the app's own id, so nobody is the fallback.
  if (nobody) return isTaken ? [nobody] : [ownAccount, nobody];
  throw new Error(
    "PostgreSQL doesn't run as root, and this machine has no user named postgres or nobody. Start as a regular user, or set DATABASE_URL.",
  );
}

function findAccount(wanted: string): Account | undefined {
  const found = readAccounts().find(({ name }) => name === wanted);
  return found && { uid: found.uid, gid: found.gid };
}

function readAccounts() {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/**
 * Returns the ways to run as the account, with the fewest privileges first: plain, then with access
 * to closed folders, then ignoring file modes, which may be all that a container allows.
 */
function commandsFor(account: Account): ServerUser[] {
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
        // PostgreSQL calls access(2), which drops capabilities unless this bit is set.
        "--securebits=+no_setuid_fixup",
        program,
        ...args,
      ],
      options: surroundings,
    }),
  });
  return [plainly, withCapability("dac_read_search"), withCapability("dac_override")];
}

/**
 * Returns whether the user can run the program. Tests it by running it, because mode bits don't
 * show access lists, mounts and security modules.
 */
function canReach(user: ServerUser, program: string, dataDir: string): boolean {
  const attempt = `"$0" --version && cd -- "$1"`;
  const { file, args, options } = user.command("/bin/sh", ["-c", attempt, program, dataDir]);
  return spawnSync(file, args, { ...options, stdio: "ignore" }).status === 0;
}

const foreignFolder = (cluster: string, owner: Account) =>
  `The database in ${cluster} belongs to another user (uid ${owner.uid}): start as that user, or set DATA_DIR to another folder.`;

const unreachable = (dataDir: string, program: string, accounts: Account[]) =>
  `PostgreSQL does not run as root, and the user it would run as (uid ${accounts.at(-1)?.uid}) cannot enter ${path.dirname(program)} or ${dataDir}: move the project and its data folder out of closed folders such as /root, start as an ordinary user, or set DATABASE_URL.`;
