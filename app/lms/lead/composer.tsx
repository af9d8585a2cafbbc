// The form for a note or an email below the conversation. The note and the email have separate
// drafts.
import { useSearchParams } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { conversationWords as words } from "#content/desk/lead.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { Emails } from "./emails.tsx";
import { NoteForm } from "./notes.tsx";
import type { LeadEmails } from "./use-lead-emails.ts";

const names = ["notes", "email"] as const;
type Name = (typeof names)[number];

/**
 * Returns the selected tab, and a function that selects one. The tab is stored in the URL, so a
 * reload returns to an unfinished email.
 */
export function useComposerTab(): [Name, (name: Name) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen = names.find((name) => name === search.get("tab")) ?? "notes";

  function choose(name: Name) {
    const next = new URLSearchParams(search);
    next.set("tab", name);
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  return [chosen, choose];
}

export function Composer({ detail, emails }: { detail: LeadDetail; emails: LeadEmails }) {
  const [chosen, choose] = useComposerTab();
  return (
    <Tabs
      label={words.write}
      chosen={chosen}
      onChoose={choose}
      tabs={[
        {
          name: "notes",
          title: words.notes,
          content: <NoteForm leadId={detail.lead._id} />,
        },
        {
          name: "email",
          title: words.email,
          content: <Emails detail={detail} emails={emails} />,
        },
      ]}
    />
  );
}
