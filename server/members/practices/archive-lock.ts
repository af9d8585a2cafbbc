// An export of a practice shares this lock until it has finished; an erasure needs it alone to begin.
import { type SQL, sql } from "drizzle-orm";

export function archiveLock(clientId: string): SQL {
  return sql`hashtextextended(${`practice archive ${clientId}`}, 0)`;
}
