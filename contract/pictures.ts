// Pictures that a practice puts into its e-mails: uploaded, made anew, never fetched from elsewhere.
import { z } from "zod";
import { uuid } from "./fields.ts";

export const pictureLimits = {
  /** As it is uploaded; a browser makes a photo smaller first. */
  bytes: 700_000,
  /** As it is kept: twice the width of a letter, for dense screens. */
  width: 1200,
  height: 1600,
  keptBytes: 400_000,
  perPractice: 200,
  perLetter: 5,
  /** What it shows, in words. */
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

/** As it is kept. */
export const Picture = z.object({ _id: uuid, width: z.int(), height: z.int() });
export type Picture = z.infer<typeof Picture>;

/** Where a picture stands in rich text, and where the practice itself finds it. */
export function pictureAddress(id: string): string {
  return `/api/pictures/${id}`;
}
