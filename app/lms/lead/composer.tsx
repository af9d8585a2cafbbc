// The form below the conversation for a note, an email or a text. Each has its own draft.
import { useSearchParams } from "react-router";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { conversationWords as words } from "#content/desk/lead.ts";
import { leadTextWords } from "#content/desk/texts.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { Emails } from "./emails.tsx";
import { NoteForm } from "./notes.tsx";
import { TextForm } from "./text-form.tsx";
import type { LeadEmails } from "./use-lead-emails.ts";
import type { LeadTextsOnScreen } from "./use-lead-texts.ts";

const names = ["notes", "email", "text"] as const;
type Name = (typeof names)[number];

/**
 * Returns the selected tab, and a function that selects one. The tab is stored in the URL, so a
 * reload returns to an unfinished email.
 */
export function useComposerTab(): [Name, (name: Name) => void] {
  const [search, setSearch] = useSearchParams();
  const { hasTexts } = useDesk().client;
  const wanted = names.find((name) => name === search.get("tab")) ?? "notes";
  const chosen = wanted === "text" && !hasTexts ? "notes" : wanted;

  function choose(name: Name) {
    const next = new URLSearchParams(search);
    next.set("tab", name);
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  return [chosen, choose];
}

type ComposerProps = { detail: LeadDetail; emails: LeadEmails; texts: LeadTextsOnScreen };

export function Composer({ detail, emails, texts }: ComposerProps) {
  const [chosen, choose] = useComposerTab();
  const { hasTexts } = useDesk().client;
  const textTab = {
    name: "text" as const,
    title: leadTextWords.tab,
    content: <TextForm key={detail.lead._id} detail={detail} texts={texts} />,
  };
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
        ...(hasTexts ? [textTab] : []),
      ]}
    />
  );
}
