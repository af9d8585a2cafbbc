import { z } from "zod";

const part = z.enum(["ok", "off", "failing"]);

/** `GET /api/health`: returns 200 if the database responds, otherwise 503. */
export const Health = z.object({
  status: z.enum(["ok", "failing"]),
  parts: z.object({ database: part, mail: part, captcha: part }),
});
export type Health = z.infer<typeof Health>;

/**
 * `GET /api/health/live`: returns 200 if the process responds. `GET /api/health/ready`: returns 200
 * if the process accepts requests, or 503 if it's stopping or the database doesn't respond within a
 * second.
 */
export const Probe = z.object({ status: z.literal("ok") });
