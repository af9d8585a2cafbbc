import { z } from "zod";

const part = z.enum(["ok", "off", "failing"]);

/** `GET /api/health`: 200 when the database answers, else 503. */
export const Health = z.object({
  status: z.enum(["ok", "failing"]),
  parts: z.object({ database: part, mail: part, captcha: part }),
});
export type Health = z.infer<typeof Health>;

/**
 * `GET /api/health/live`: the process answers. `GET /api/health/ready`: it takes requests; 503 when
 * it is stopping, or the database doesn't answer within a second.
 */
export const Probe = z.object({ status: z.literal("ok") });
