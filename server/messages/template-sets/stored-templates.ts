// A set's templates as they are stored: those from before templates had a language are English.
// Versions are immutable, so no migration adds it.
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
