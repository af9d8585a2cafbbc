import { Hidden } from "#app/ui/hidden.tsx";
import { campaignWords as words } from "#content/console/campaigns.ts";

/** Shows a figure, or a dash that screen readers read as "unknown". */
export function Figure({ text }: { text: string | null }) {
  if (text !== null) return text;
  return (
    <>
      <span aria-hidden>{words.unknown}</span>
      <Hidden>{words.unknownRead}</Hidden>
    </>
  );
}
