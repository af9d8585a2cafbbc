// Reads a set's stored templates, which may be from before templates had all of their values.
import type { Stored } from "#contract/template-sets.ts";
import type { TemplateWords } from "#contract/templates.ts";
import { missingWords } from "#server/messages/templates/stored-words.ts";

export function readStored<
  Row extends { templates: Stored<Template>[] },
  Template extends TemplateWords,
>(row: Row): Omit<Row, "templates"> & { templates: Template[] } {
  return {
    ...row,
    templates: row.templates.map((one) => ({ ...missingWords, ...one }) as Template),
  };
}
