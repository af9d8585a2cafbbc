// Declares routes, so that the contract is both checked and documented in one place.
import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { ApiError, fieldCodesOf } from "#contract/errors.ts";
import { AppError } from "#server/errors.ts";
import { pathInApi } from "./demo-requests.ts";
import type { Env } from "./guards.ts";
import { checkRequest, readJson, type Takes, whatItTakes } from "./request-checks.ts";

/**
 * Creates the routes of a module. Input that doesn't match the schema is rejected with an error for
 * each field.
 */
export function makeRoutes() {
  return new OpenAPIHono<Env>({
    getPath: pathInApi,
    defaultHook: (result) => {
      if (!result.success) throw new AppError("invalid", { fields: fieldCodesOf(result.error) });
    },
  });
}

/**
 * Declares operations that share a tag and a guard, as in `client.post("/leads/{id}/notes", { …
 * })`. `security` is how they authenticate, for the documentation. `takes` is what all of them
 * accept.
 */
export function operations<Guard extends RouteConfig["middleware"] = undefined>(
  tag: string,
  security?: RouteConfig["security"],
  middleware?: Guard,
  takesOfAll: Partial<Takes> = {},
) {
  const shared = { tags: [tag], ...(security && { security }) };
  const guards = middleware ? [middleware].flat() : [];
  const declare =
    <Method extends RouteConfig["method"]>(method: Method) =>
    <Path extends string, Rest extends Omit<RouteConfig, "method" | "path" | "middleware">>(
      path: Path,
      { takes: takesOfOne, ...rest }: Rest & { takes?: Partial<Takes> },
    ) => {
      const takes = whatItTakes(
        { ...takesOfAll, ...takesOfOne },
        { hasSession: Boolean(security) },
      );
      const checks = [checkRequest(takes), ...guards, ...(takes.body === "json" ? [readJson] : [])];
      const size = method === "get" ? {} : { "x-max-body-bytes": takes.maxBytes };
      return createRoute({
        ...{ ...shared, ...(rest as unknown as Rest), ...size, method, path },
        middleware: checks as unknown as Guard,
      });
    };
  return {
    get: declare("get"),
    post: declare("post"),
    put: declare("put"),
    patch: declare("patch"),
    delete: declare("delete"),
  };
}

/** Declares operations of a practice that live demos have too. */
export function deskOperations<Guard extends RouteConfig["middleware"]>(
  tag: string,
  guard: Guard,
  takes: Partial<Takes> = {},
) {
  return operations(tag, signedIn.client, guard, { isInDemo: true, ...takes });
}

/** Describes a required JSON body. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { "application/json": { schema } }, required: true } as const;
}

/** A body that is a file. Handlers read it themselves, so that it can be streamed. */
export const rawFile = {
  required: true,
  content: Object.fromEntries(
    ["text/csv", "application/octet-stream"].map((type) => [
      type,
      { schema: { type: "string", format: "binary" } as const },
    ]),
  ),
};

/**
 * Describes a JSON response. Every operation may also return an error, and all errors have the same
 * format.
 */
export function answers<Status extends 200 | 201, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
) {
  const ok = { content: { "application/json": { schema } }, description: "Done" } as const;
  return { [status]: ok, default: refusal } as { [key in Status]: typeof ok } & {
    default: typeof refusal;
  };
}

/** Describes a file or a stream. */
export function fileAnswer<Type extends string>(
  type: Type,
  { description }: { description: string },
) {
  const content = { [type]: { schema: z.string() } } as { [key in Type]: { schema: z.ZodString } };
  return { 200: { content, description }, default: refusal };
}

/** Returns the headers for a file that the browser saves. */
export function fileHeaders(fileName: string, type = "text/csv; charset=utf-8") {
  return {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${fileName}"`,
  };
}

const refusal = {
  content: { "application/json": { schema: ApiError } },
  description: "Error: see `code`",
} as const;

/**
 * Returns the document without the flags that the generator appends to patterns, which JSON Schema
 * doesn't allow.
 */
export function withoutFlags<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== "pattern" || typeof value !== "string") return value;
    const [, pattern = value, flags = ""] = /^(.*\$)\/([a-z]+)$/s.exec(value) ?? [];
    return flags.includes("i") ? pattern.replaceAll("a-z", "a-zA-Z") : pattern;
  });
}

/**
 * The ways to authenticate for an operation: by the bearer token or, without one, by the cookie.
 */
export const signedIn: Record<"client" | "admin" | "demo", Record<string, string[]>[]> = {
  client: [{ bearer: [] }, { clientToken: [] }],
  admin: [{ bearer: [] }, { adminToken: [] }],
  demo: [{ bearer: [] }, { demoToken: [] }],
};
