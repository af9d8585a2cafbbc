// How a route is declared, so that the contract is checked and documented in one place.
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { ApiError, fieldCodesOf } from "#contract/errors.ts";
import { AppError } from "./errors.ts";
import type { Env } from "./guards.ts";

/** A noun's routes. Input that violates its schema is refused field by field. */
export function makeRoutes() {
  return new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw new AppError("invalid", { fields: fieldCodesOf(result.error) });
    },
  });
}

/** A required JSON body. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { "application/json": { schema } }, required: true } as const;
}

/** A JSON answer. Every operation may also answer with the one error shape. */
export function answers<Status extends 200 | 201, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
) {
  const ok = { content: { "application/json": { schema } }, description: "Done" } as const;
  return { [status]: ok, default: refusal } as { [key in Status]: typeof ok } & {
    default: typeof refusal;
  };
}

const refusal = {
  content: { "application/json": { schema: ApiError } },
  description: "Refused: see `code`",
} as const;

/** What authenticates an operation: the bearer token, else the cookie of its kind. */
export const signedIn: Record<"client" | "admin", Record<string, string[]>[]> = {
  client: [{ bearer: [] }, { clientToken: [] }],
  admin: [{ bearer: [] }, { adminToken: [] }],
};

export { createRoute };
