// Pictures in a practice's emails. They are uploaded and re-encoded, and never fetched from other
// sites.
import { z } from "zod";
import { uuid } from "./fields.ts";

export const pictureLimits = {
  /** The maximum size of an upload. A browser scales photos down first. */
  bytes: 700_000,
  /**
   * The maximum width of a stored picture, which is twice the width of an email, for high-density
   * screens.
   */
  width: 1200,
  height: 1600,
  keptBytes: 400_000,
  perPractice: 200,
  perEmail: 5,
  /** The maximum length of the alternative text. */
  alt: 200,
} as const;

/** `POST /api/pictures`: a JPEG, PNG, WebP or GIF in base64. */
export const PictureUpload = z.object({
  content: z
    .base64("not_a_picture")
    .min(1, "required")
    .max(Math.ceil(pictureLimits.bytes / 3) * 4, "too_long"),
});
export type PictureUpload = z.output<typeof PictureUpload>;

/** The stored picture. */
export const Picture = z.object({ _id: uuid, width: z.int(), height: z.int() });
export type Picture = z.infer<typeof Picture>;

/**
 * Returns the picture's URL for use in rich text. Only the practice can load the picture from
 * there.
 */
export function pictureAddress(id: string): string {
  return `/api/pictures/${id}`;
}
