// Reads a set's stored templates. Templates from before languages existed are English. Versions are
// immutable, so a migration can't add the language.
import type { Stored } from "#contract/template-sets.ts";
import type { TemplateWords } from "#contract/templates.ts";

export function readStored<
  Row extends { templates: Stored<Template>[] },
  Template extends TemplateWords,
>(row: Row): Omit<Row, "templates"> & { templates: Template[] } {
  return {
    ...row,
    templates: row.templates.map((one) => ({ language: "en", ...one }) as Template),
  };
}
