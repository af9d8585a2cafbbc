// Adds an import that can be read, changed, started and canceled.
import { leadImportChunks, leadImportRows, leadImports } from "#server/db/schema.ts";
import type { TestApp } from "./test-app.ts";

/**
 * Adds an import that has finished its dry run and has one new lead. All its texts contain `word`.
 */
export async function plantImport(
  { deps }: TestApp,
  { clientId, accountId }: { clientId: string; accountId: string },
  word: string,
): Promise<string> {
  const content = Buffer.from(`Name,Email\n${word} imported,${word}.imported@example.com\n`);
  const uploadedAt = deps.now();
  const [made] = await deps.db
    .insert(leadImports)
    .values({
      ...{ clientId, accountId, fileName: `${word}.csv`, state: "checked", uploadedAt },
      ...{ header: ["Name", "Email"], fields: ["fullName", "email"] },
      ...{ preview: [[`${word} imported`, ""]], firstLines: [{ line: 1, text: `${word}` }] },
      ...{ bytes: content.length, fresh: 1 },
      expiresAt: new Date(uploadedAt.getTime() + 24 * 60 * 60_000),
    })
    .returning({ id: leadImports.id });
  const importId = made?.id ?? "";
  await deps.db.insert(leadImportChunks).values({ clientId, importId, place: 0, content });
  await deps.db.insert(leadImportRows).values({
    ...{ clientId, importId, line: 2, outcome: "fresh" },
    ...{ firstName: word, lastName: "imported" },
  });
  return importId;
}
