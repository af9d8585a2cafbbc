// A merge and its undo, in the lead's timeline.
import { useState } from "react";
import { Link } from "react-router";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { IconArrowBackUp } from "#app/lms/shell/desk-icons.ts";
import { callName, Name } from "#app/lms/shell/names.tsx";
import { Button } from "#app/ui/button.tsx";
import { samePersonWords as words } from "#content/desk/same-person.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { dateText } from "#contract/moment-text.ts";
import { phoneText } from "#contract/phone.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
import styles from "./timeline.module.css";
import { useUndoMerge } from "./undo-merge.ts";

type Entry = { entry: TimelineEntry; detail: LeadDetail };

/** Shows the lead with which this one was merged, or from which it was separated. */
export function OtherLead({ entry, detail, timeZone }: Entry & { timeZone: string }) {
  const { viewAs } = useDesk();
  const otherId = String(entry.data.leadId);
  if (entry.kind !== "merged") {
    return (
      <p>
        {words.separated}{" "}
        <Link to={deskUrl(`/lms/lead?id=${otherId}`, viewAs)}>{words.oneMore}</Link>
      </p>
    );
  }
  const merge = mergeOf({ entry, detail });
  if (!merge) return null;
  const name = callName(merge);
  const known = [phoneText(merge.phone), merge.email].filter((text) => text && text !== name);
  return (
    <>
      <p>
        <Name>{name}</Name>
        {known.map((text) => (
          <span key={text}>
            {" · "}
            <bdi>{text}</bdi>
          </span>
        ))}
      </p>
      <p className={styles.by}>{words.undoUntil(dateText(merge.until, timeZone))}</p>
    </>
  );
}

export function UndoMerge({ entry, detail }: Entry) {
  const undo = useUndoMerge(detail.lead._id);
  const [isUndoing, setIsUndoing] = useState(false);
  const merge = mergeOf({ entry, detail });
  if (!merge) return null;

  async function press(mergedId: string) {
    if (isUndoing) return;
    setIsUndoing(true);
    await undo(mergedId);
    setIsUndoing(false);
  }

  return (
    <Button
      variant="quiet"
      isSmall
      className={styles.undo}
      aria-disabled={isUndoing}
      onClick={() => void press(merge._id)}
    >
      <IconArrowBackUp size={16} aria-hidden />
      {words.undoMerge}
    </Button>
  );
}

/**
 * Returns the merge that this entry is about, as long as it can be undone. An earlier merge of the
 * same two leads that was undone doesn't count.
 */
function mergeOf({ entry, detail }: Entry) {
  const { leadId } = entry.data;
  const newest = detail.timeline.find(
    ({ kind, data }) => kind === "merged" && data.leadId === leadId,
  );
  if (newest?._id !== entry._id) return undefined;
  return detail.merges.find(({ _id }) => _id === leadId);
}
