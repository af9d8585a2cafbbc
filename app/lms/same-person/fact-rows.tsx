// More facts that help to tell two leads apart: when and where they inquired, and how often they
// were called.
import type { ReactNode } from "react";
import { fromText } from "#app/lms/lead/inquiry.tsx";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { leadWords } from "#content/desk/lead.ts";
import { samePersonWords as words } from "#content/desk/same-person.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import styles from "./compare.module.css";

type Sides = { lead: LeadDetail; other: LeadDetail };

export function FactRows(sides: Sides) {
  const { timeZone } = useDesk().client;
  return (
    <>
      <Fact label={words.facts.asked} sides={sides}>
        {({ inquiries: [newest] }) =>
          newest && <AtTime at={newest.submittedAt} timeZone={timeZone} />
        }
      </Fact>
      <Fact label={words.facts.source} sides={sides}>
        {({ inquiries: [newest] }) => newest && fromText(newest)}
      </Fact>
      <Fact label={words.facts.inquiries} sides={sides}>
        {({ inquiries, olderInquiries }) => inquiries.length + olderInquiries}
      </Fact>
      <Fact label={words.facts.calls} sides={sides}>
        {({ lead }) => lead.attempts}
      </Fact>
      <Fact label={words.facts.state} sides={sides}>
        {({ lead }) =>
          lead.state === "new"
            ? leadWords.states[lead.uncalledSince ? "waiting" : "open"]
            : leadWords.states[lead.state]
        }
      </Fact>
    </>
  );
}

type FactProps = { label: string; sides: Sides; children: (detail: LeadDetail) => ReactNode };

function Fact({ label, sides, children }: FactProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span>{children(sides.lead)}</span>
      <span>{children(sides.other)}</span>
    </div>
  );
}
