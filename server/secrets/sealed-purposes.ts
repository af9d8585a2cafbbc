// Everything that is sealed under a key derived from SECRET, and where it is stored. A purpose that
// is missing here doesn't compile, and a rotation reseals all of them.
import { factors, retiredSecret, settings, sources, vapidKeys } from "#server/db/schema.ts";

export const sealedColumns = {
  "meta page token": { table: sources, column: sources.metaPageToken },
  "second factor": { table: factors, column: factors.secret },
  "vapid private key": { table: vapidKeys, column: vapidKeys.privateKey },
  setting: { table: settings, column: settings.sealed },
  "retired secret": { table: retiredSecret, column: retiredSecret.sealed },
} as const;

export type SealPurpose = keyof typeof sealedColumns;
export const sealPurposes = Object.keys(sealedColumns) as SealPurpose[];
