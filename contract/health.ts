import { z } from "zod";

const part = z.enum(["ok", "off", "failing"]);

/** `GET /api/health`: 200 when the database answers, else 503. */
export const Health = z.object({
  status: z.enum(["ok", "failing"]),
  parts: z.object({ database: part, mail: part, captcha: part }),
});
export type Health = z.infer<typeof Health>;
