// The makeover plan in English.
import type { PageHandle } from "#app/root.tsx";
import { englishMarketing } from "#content/marketing-words.ts";
import { presentation } from "#content/presentation.ts";
import { type MakeoverChoices, readMakeoverChoices } from "#contract/makeover-plan.ts";
import type { Route } from "./+types/makeover-plan.ts";
import { PlanPage, planMeta } from "./makeover-plan/plan-page.tsx";

const words = { presentation, site: englishMarketing };

export const handle: PageHandle = { isDrawnFirst: true };

export const meta = () => planMeta(words);

export function loader({ request }: Route.LoaderArgs): MakeoverChoices {
  return readMakeoverChoices(new URL(request.url).searchParams);
}

export default function MakeoverPlan({ loaderData }: Route.ComponentProps) {
  return <PlanPage choices={loaderData} words={words} />;
}
