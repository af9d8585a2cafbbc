// An export of a practice holds this lock shared until it finishes; an erasure needs it exclusively
// to begin.
import { type SQL, sql } from "drizzle-orm";

export function archiveLock(clientId: string): SQL {
  return sql`hashtextextended(${`practice archive ${clientId}`}, 0)`;
}
