// The commands of the owner's command line (admin.ts), without their process: each takes its flags
// and tools, and returns what is printed.
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { z } from "zod";
import { adminWords, clusterWords, secretWords } from "#content/command-line.ts";
import { consoleRoles } from "#contract/console-roles.ts";
import { emailAddress } from "#contract/fields.ts";
import { isTimeZone } from "#contract/open-hours.ts";
import { passwordLimits } from "#contract/sessions.ts";
import { makeManager } from "#server/accounts/practices/people.ts";
import { approve, reinstate, suspend } from "#server/accounts/practices/practices.ts";
import { resetFactors } from "#server/accounts/sign-in/two-step-login.ts";
import { BadConfig, minSecretLength } from "#server/config.ts";
import type { OpenDatabase } from "#server/db/database.ts";
import { distribute } from "#server/db/distribute.ts";
import type { Deps } from "#server/deps.ts";
import { rebuildAllRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { AppError, answerError } from "#server/errors.ts";
import type { RunningJobs } from "#server/jobs/jobs.ts";
import { addAdmin, addClient, commandLine } from "#server/people/accounts.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { forgetRetiredSecret, rotateSecret } from "#server/secrets/rotate-secret.ts";
import { acceptSecret, refuseOtherSecret } from "#server/secrets/secret-fingerprint.ts";
import { addCampaign, getClientIdOf } from "#server/sources/campaigns/campaigns.ts";
import {
  changePlainFields,
  changeSourceKey,
  endSource,
} from "#server/sources/intake/change-sources.ts";
import { googleKeyOf } from "#server/sources/intake/keyed-sources.ts";
import { sealPageToken, setPageToken } from "#server/sources/intake/page-tokens.ts";
import { getSourceRow } from "#server/sources/intake/sources.ts";
import {
  BadFlag,
  choosePassword,
  digitsOnly,
  type Flags,
  flagOptions,
  line,
  readFlags,
  webAddress,
  webOrigin,
} from "./admin-flags.ts";
import { columnsOf, type Listed, lists } from "./admin-lists.ts";

const help = adminWords.help(passwordLimits.min);

/** What the commands use. `openJobs` connects to the job store, which few commands need. */
export type AdminTools = Pick<Deps, "config" | "db" | "now"> &
  Pick<OpenDatabase, "connection" | "close"> & {
    environment: NodeJS.ProcessEnv;
    openJobs(): Promise<Omit<RunningJobs, "work">>;
  };

type Result = Record<string, string | number | null | string[] | undefined> | Listed;

const jobsLimitSeconds = 5;
const byCommand = { accountId: null, address: commandLine };

/** The flags that identify a source. */
const sourceFlags = { client: emailAddress, source: z.guid() };

type Command = (tools: AdminTools, flags: Flags, what: string | undefined) => Promise<Result>;

const commands: Record<string, Command> = {
  async add(tools, flags) {
    const { role, ...input } = readFlags(flags, {
      ...{ email: emailAddress, "first-name": line, "last-name": line },
      role: z.enum(consoleRoles, adminWords.role(consoleRoles)).default("owner"),
    });
    const { password, shown } = await choosePassword(tools.environment, Object.values(input));
    const { email, "first-name": firstName, "last-name": lastName } = input;
    const person = { email, firstName, lastName, role };
    const { adminCode } = await addAdmin(tools, person, await hashPassword(password));
    // A practice needs an owner's code to register.
    return { email, ...(role === "owner" ? { admin_id: adminCode } : { role }), ...shown };
  },

  async "add-client"(tools, flags) {
    const input = readFlags(flags, {
      email: emailAddress,
      practice: line,
      "first-name": line.default("Front"),
      "last-name": line.default("Desk"),
      phone: line.default("(813) 555-0100"),
      address: line.default(adminWords.notGiven),
      address2: z.string().max(200).default(""),
      city: line.default("Tampa"),
      state: line.default("FL"),
      zip: line.default("33602"),
      "time-zone": line.refine(isTimeZone, adminWords.timeZone).default("America/New_York"),
      "admin-id": line.default("command line"),
    });
    const { email, practice, "first-name": firstName, "last-name": lastName } = input;
    const about = [email, practice, firstName, lastName];
    const { password, shown } = await choosePassword(tools.environment, about);
    const isApproved = flags.pending !== true;
    const { clientId } = await addClient(tools, {
      person: { email, firstName, lastName },
      passwordHash: await hashPassword(password),
      practice: {
        name: practice,
        phone: input.phone,
        address: input.address,
        address2: input.address2,
        city: input.city,
        state: input.state,
        zip: input.zip,
        timeZone: input["time-zone"],
        adminCode: input["admin-id"],
      },
      isApproved,
    });
    return {
      email,
      client: clientId,
      status: isApproved ? "active" : "pending",
      ...shown,
    };
  },

  async approve(tools, flags) {
    const { email } = readFlags(flags, { email: emailAddress });
    const clientId = await getClientIdOf(tools, email);
    const jobs = await tools.openJobs();
    try {
      const status = await approve({ ...tools, jobs }, byCommand, clientId, {
        vouchesForAddress: true,
      });
      return { email, client: clientId, status };
    } finally {
      await jobs.stop(jobsLimitSeconds);
    }
  },

  async suspend(tools, flags) {
    const { email } = readFlags(flags, { email: emailAddress });
    const client = await getClientIdOf(tools, email);
    await suspend(tools, byCommand, client);
    return { email, client, status: "suspended" };
  },

  async reinstate(tools, flags) {
    const { email } = readFlags(flags, { email: emailAddress });
    const client = await getClientIdOf(tools, email);
    await reinstate(tools, byCommand, client);
    return { email, client, status: adminWords.reinstated };
  },

  async "reset-two-step-login"(tools, flags) {
    const { email } = readFlags(flags, { email: emailAddress });
    const jobs = await tools.openJobs();
    try {
      await resetFactors({ ...tools, jobs }, email);
      return { email, "two-step login": adminWords.off };
    } finally {
      await jobs.stop(jobsLimitSeconds);
    }
  },

  async "make-manager"(tools, flags) {
    const { email } = readFlags(flags, { email: emailAddress });
    const jobs = await tools.openJobs();
    try {
      await makeManager({ ...tools, jobs }, email);
      return { email, role: "manager" };
    } finally {
      await jobs.stop(jobsLimitSeconds);
    }
  },

  async "rebuild-rollups"(tools) {
    await rebuildAllRollups(tools.db);
    return { rollups: adminWords.rebuilt };
  },

  async "rotate-secret"(tools) {
    const { secretFile } = tools.config;
    const next = tools.environment.NEW_SECRET || (secretFile ? makeSecret() : "");
    if (!next) throw new BadFlag(secretWords.needsNew);
    if (next.length < minSecretLength) throw new BadFlag(secretWords.shortNew(minSecretLength));
    const { resealed, unreadable } = await rotateSecret(tools, next);
    return {
      "encrypted again": resealed,
      ...(unreadable > 0 && { unreadable }),
      next: secretFile ? secretWords.kept(secretFile) : secretWords.setIt,
    };
  },

  async distribute(tools) {
    const moved = await distribute(tools.connection, (sentence) => console.error(sentence));
    return { tables: clusterWords.moved(moved) };
  },

  async "accept-secret"(tools) {
    await forgetRetiredSecret(tools.db, tools.config.secret);
    await acceptSecret(tools.db, tools.config.secret);
    return { secret: adminWords.accepted, "what breaks": secretWords.breaks };
  },

  async "add-campaign"(tools, flags) {
    const input = readFlags(flags, {
      client: emailAddress,
      name: line,
      platform: z.enum(["meta", "google", "web", "other"]).default("meta"),
      impressions: z.coerce.number().int().min(0).optional(),
      "impressions-as-of": z.iso.date().optional(),
    });
    const { campaignId } = await addCampaign(tools, {
      clientId: await getClientIdOf(tools, input.client),
      name: input.name,
      platform: input.platform,
      impressions: input.impressions,
      impressionsAsOf:
        input["impressions-as-of"] ??
        (input.impressions === undefined ? undefined : new Date().toISOString().slice(0, 10)),
    });
    return { campaign: campaignId, name: input.name };
  },

  async "add-source"(tools, flags) {
    const { client, kind } = readFlags(flags, {
      client: emailAddress,
      kind: z.enum(["meta", "google", "form", "webhook"]),
    });
    const base = {
      clientId: await getClientIdOf(tools, client),
      ...readFlags(flags, { campaign: z.guid().optional() }),
    };
    const campaignId = base.campaign;
    if (kind === "form") {
      const input = readFlags(flags, {
        name: line.default("Web form"),
        "thanks-url": webAddress.optional(),
        origin: z.array(webOrigin).max(20, adminWords.tooMany).default([]),
      });
      const { "thanks-url": thanksUrl, origin: allowedOrigins, name } = input;
      const { clientId } = base;
      const form = { clientId, campaignId, kind, name, thanksUrl, allowedOrigins };
      const added = await addSource(tools, form);
      return { source: added.sourceId, key: added.formKey };
    }
    if (kind !== "meta") {
      const { name } = readFlags(flags, { name: line.default(adminWords.sourceNames[kind]) });
      const { clientId } = base;
      const { sourceId, formKey } = await addSource(tools, { clientId, campaignId, kind, name });
      return { source: sourceId, key: formKey, ...addressOf(tools, kind, formKey ?? "") };
    }
    const input = readFlags(flags, {
      name: line.default("Facebook form"),
      page: digitsOnly,
      form: digitsOnly,
      "page-token": line.optional(),
    });
    const token = input["page-token"];
    const { sourceId } = await addSource(tools, {
      clientId: base.clientId,
      campaignId,
      kind,
      name: input.name,
      metaPageId: input.page,
      metaFormId: input.form,
      metaPageToken: token === undefined ? undefined : await sealed(tools, token),
    });
    return { source: sourceId, page: input.page, form: input.form };
  },

  async "change-source"(tools, flags) {
    const { client, source, ...input } = readFlags(flags, {
      ...sourceFlags,
      name: line.optional(),
      campaign: z.union([z.guid(), z.literal("none")]).optional(),
      "thanks-url": z.union([webAddress, z.literal("none")]).optional(),
      origin: z.array(webOrigin).max(20, adminWords.tooMany).optional(),
    });
    const which = { id: source, clientId: await getClientIdOf(tools, client) };
    const { name, campaign, "thanks-url": thanksUrl, origin: allowedOrigins } = input;
    await changePlainFields(tools, byCommand, which, {
      ...(name !== undefined && { name }),
      ...(campaign !== undefined && { campaign: campaign === "none" ? null : campaign }),
      ...(thanksUrl !== undefined && { thanksUrl: thanksUrl === "none" ? null : thanksUrl }),
      ...(allowedOrigins && { allowedOrigins }),
    });
    return { source, status: adminWords.changed };
  },

  async "new-source-key"(tools, flags) {
    const { client, source } = readFlags(flags, sourceFlags);
    const which = { id: source, clientId: await getClientIdOf(tools, client) };
    await changeSourceKey(tools, byCommand, which);
    const { kind, formKey } = await getSourceRow(tools, which);
    return { source, key: formKey, ...addressOf(tools, kind, formKey ?? "") };
  },

  async "end-source"(tools, flags) {
    const { client, source } = readFlags(flags, sourceFlags);
    await endSource(tools, byCommand, { id: source, clientId: await getClientIdOf(tools, client) });
    return { source, status: adminWords.disconnected };
  },

  async list(tools, flags, what) {
    if (what === "practices") return lists.practices(tools);
    if (what !== "people" && what !== "sources" && what !== "campaigns") {
      throw new BadFlag(adminWords.listWhat);
    }
    return lists[what](tools, readFlags(flags, { client: emailAddress }).client);
  },

  async "set-page-token"(tools, flags) {
    const input = readFlags(flags, { page: digitsOnly, "page-token": line });
    const token = await sealed(tools, input["page-token"]);
    return { page: input.page, ...(await setPageToken(tools, input.page, token)) };
  },
};

/**
 * Runs the command that these arguments name. Returns what is printed: the result, or why the
 * command was refused. `openTools` is called only if the command exists.
 */
export async function runCommand(
  args: string[],
  openTools: (command: string) => Promise<AdminTools>,
): Promise<{ isRefused: boolean; text: string }> {
  try {
    const { positionals, values } = readCommandLine(args);
    const [name = "", what] = positionals;
    if (!name) throw new BadFlag(help);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new BadFlag(`${adminWords.noCommand(name)}\n\n${help}`);
    const tools = await openTools(name);
    try {
      const result = await command(tools, values, what);
      return { isRefused: false, text: values.json ? JSON.stringify(result) : textOf(result) };
    } finally {
      await tools.close();
    }
  } catch (error) {
    if (error instanceof AppError) return refused(answerError(error).body.message);
    if (error instanceof BadFlag || error instanceof BadConfig) return refused(error.message);
    throw error;
  }
}

function refused(sentence: string) {
  return { isRefused: true, text: sentence };
}

function textOf(result: Result): string {
  if (Array.isArray(result)) return columnsOf(result);
  const given = Object.entries(result).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/**
 * Returns the URL that a source's sender posts to, and the key that Google sends with each post.
 */
function addressOf({ config }: AdminTools, kind: string, formKey: string) {
  return {
    url: `${config.origin}/api/intake/${kind}/${formKey}`,
    ...(kind === "google" && { "google key": googleKeyOf(config.secret, { formKey }) }),
  };
}

/**
 * Encrypts with the recorded secret, because the product that will read the token uses that secret.
 */
async function sealed({ db, config }: AdminTools, token: string) {
  await refuseOtherSecret(db, config.secret);
  return sealPageToken(config.secret, token);
}

function readCommandLine(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: flagOptions });
  } catch (error) {
    throw new BadFlag(`${error instanceof Error ? error.message : ""}\n\n${help}`);
  }
}

function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}
