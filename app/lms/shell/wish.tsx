// Shows what a person wants, in the person's own words, wherever someone is about to call them.
import { rowWords } from "#content/desk/dashboard.ts";
import type { Lead } from "#contract/leads.ts";
import { findUrgentWord } from "#contract/urgent-words.ts";
import { useDesk } from "./desk-context.ts";
import { IconUrgent } from "./desk-icons.ts";
import { isolated } from "./names.tsx";
import styles from "./wish.module.css";

/**
 * Returns the person's interest and the first words of their message; an empty string if neither is
 * known.
 */
export function wishOf({ interest, message }: Pick<Lead, "interest" | "message">): string {
  const said = message && message !== interest ? rowWords.said(isolated(message)) : "";
  return [isolated(interest), said].filter(Boolean).join(" · ");
}

/** Shows what the person wants, with the practice's urgent word emphasized. */
export function Wish({ lead }: { lead: Lead }) {
  const text = wishOf(lead);
  const word = findUrgentWord(text, useDesk().client.urgentWords);
  if (!word) return text;
  return (
    <>
      {text.slice(0, word.from)}
      <mark className={styles.word}>{text.slice(word.from, word.to)}</mark>
      {text.slice(word.to)}
    </>
  );
}

/**
 * Marks a lead's name if the person used one of the practice's urgent words. The mark doesn't
 * change the clock or the order.
 */
export function UrgentMark({ lead }: { lead: Lead }) {
  const isUrgent = useIsUrgent();
  if (!isUrgent(lead)) return null;
  return (
    <span className={styles.urgent}>
      <IconUrgent size={14} aria-hidden />
      <span>{rowWords.urgent}</span>
    </span>
  );
}

/** Returns a function that tells whether the person used one of the practice's urgent words. */
export function useIsUrgent(): (lead: Lead) => boolean {
  const { urgentWords } = useDesk().client;
  return (lead) => findUrgentWord(wishOf(lead), urgentWords) !== null;
}
