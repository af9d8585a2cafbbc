// An export of a practice holds this lock in shared mode until it finishes; an erasure needs it in
// exclusive mode to begin.
import { type SQL, sql } from "drizzle-orm";

export function archiveLock(clientId: string): SQL {
  return sql`hashtextextended(${`practice archive ${clientId}`}, 0)`;
}
