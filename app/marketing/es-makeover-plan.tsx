// The makeover plan in Spanish.
import type { PageHandle } from "#app/root.tsx";
import { WordsContext } from "#app/ui/words.ts";
import { spanishMarketing } from "#content/es/marketing-words.ts";
import { spanishPresentation } from "#content/es/presentation.ts";
import { spanish } from "#content/es/words.ts";
import { type MakeoverChoices, readMakeoverChoices } from "#contract/makeover-plan.ts";
import type { Route } from "./+types/es-makeover-plan.ts";
import { PlanPage, planMeta } from "./makeover-plan/plan-page.tsx";

const words = { presentation: spanishPresentation, site: spanishMarketing };

export const handle: PageHandle = { isDrawnFirst: true, language: "es" };

export const meta = () => planMeta(words);

export function loader({ request }: Route.LoaderArgs): MakeoverChoices {
  return readMakeoverChoices(new URL(request.url).searchParams);
}

export default function SpanishMakeoverPlan({ loaderData }: Route.ComponentProps) {
  return (
    <WordsContext value={spanish}>
      <PlanPage choices={loaderData} words={words} />
    </WordsContext>
  );
}
