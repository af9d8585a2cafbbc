// A row of the list next to the selected request. It has no Call button, because the request itself
// has one.
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { contactRequestKinds } from "#content/console/contact-requests.ts";
import { packageTitle } from "#content/marketing.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import type { CountingMode } from "#contract/figures.ts";
import { NextStepLine } from "./next-step-line.tsx";
import styles from "./pane-row.module.css";
import { rowKindOf, useWaiting, Wait } from "./wait.tsx";

type PaneRowProps = {
  contactRequest: ContactRequest;
  isChosen: boolean;
  /** True once the request is no longer in the list. The row stays while the list is in use. */
  isGone: boolean;
  reading: CountingMode;
};

export function PaneRow({ contactRequest, isChosen, isGone, reading }: PaneRowProps) {
  const { search } = useLocation();
  const row = useRef<HTMLLIElement>(null);
  const { _id, fullName, kind, message, openCall: open } = contactRequest;
  const waiting = useWaiting(contactRequest, open, reading);
  const isWaiting = rowKindOf(contactRequest) === "uncalled" && waiting.kind === "running";
  const about = [
    contactRequestKinds[kind],
    contactRequest.package && packageTitle(contactRequest.package),
    message,
  ];
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <li
      ref={row}
      className={styles.row}
      data-chosen={isChosen || undefined}
      data-gone={isGone || undefined}
      data-urgency={isWaiting && !isGone ? waiting.bucket : undefined}
    >
      <div className={styles.time}>
        <Wait contactRequest={contactRequest} open={open} reading={reading} />
      </div>
      <Link
        to={`/admin/requests/${_id}${search}`}
        className={styles.name}
        dir="auto"
        data-pane-name={_id}
        aria-current={isChosen ? "page" : undefined}
      >
        {fullName}
      </Link>
      <span className={styles.about} dir="auto">
        {about.filter(Boolean).join(" · ")}
      </span>
      <NextStepLine contactRequest={contactRequest} />
    </li>
  );
}
