// The tabs of a lead: timeline, notes and emails.
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { recordWords } from "#content/desk/lead.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { Emails } from "./emails.tsx";
import { Notes } from "./notes.tsx";
import { Timeline } from "./timeline.tsx";

const names = ["timeline", "notes", "email"] as const;

/** The selected tab is in the URL, so that a reload returns to an unfinished note. */
export function LeadTabs({ detail }: { detail: LeadDetail }) {
  const { client, viewAs } = useDesk();
  const { timeZone } = client;
  const [search, setSearch] = useSearchParams();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const chosen = names.find((name) => name === search.get("tab")) ?? "timeline";

  function choose(name: (typeof names)[number]) {
    const next = new URLSearchParams(search);
    next.set("tab", name);
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  const { lead, notes } = detail;
  return (
    <Tabs
      label={recordWords.label}
      chosen={chosen}
      onChoose={choose}
      tabs={[
        {
          name: "timeline",
          title: recordWords.timeline,
          content: (
            <Timeline
              detail={detail}
              timeZone={timeZone}
              canChange={viewAs === null}
              isUnfolded={isUnfolded}
              onFold={setIsUnfolded}
            />
          ),
        },
        {
          name: "notes",
          title: recordWords.notes(notes.length),
          content: (
            <Notes leadId={lead._id} notes={notes} timeZone={timeZone} canWrite={viewAs === null} />
          ),
        },
        { name: "email", title: recordWords.email, content: <Emails detail={detail} /> },
      ]}
    />
  );
}
