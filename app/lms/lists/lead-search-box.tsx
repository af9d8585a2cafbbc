import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { SearchBox } from "#app/ui/lists/search-box.tsx";
import { searchWords } from "#content/desk/dashboard.ts";

/** The search box for leads. Enter or the down arrow key moves the focus to the first result. */
export function LeadSearchBox({ q }: { q: string }) {
  const send = useSend();
  return (
    <SearchBox
      q={q}
      label={searchWords.label}
      hints={searchWords.hints}
      onLeave={() => send({ type: "focusFirst" })}
    />
  );
}
