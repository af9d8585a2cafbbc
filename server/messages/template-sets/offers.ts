// Decides which updates a set's latest version has for a practice that copied it. Pure.
import type { Language } from "#contract/languages.ts";
import type { PublishedTemplate, TemplateOffer } from "#contract/template-sets.ts";
import type { TemplateKind, TemplateWords } from "#contract/templates.ts";

/** A practice's copy of a set's template. */
export type OwnCopy = TemplateWords & {
  setTemplateId: string;
  kind: TemplateKind;
  title: string;
  isActive: boolean;
  isDeleted: boolean;
  /** The set's version that the copy's words were last taken from. */
  setVersion: number;
  /** The words of that version. */
  taken: TemplateWords | null;
};

type Situation = {
  /** The templates of the set's latest version. */
  latest: PublishedTemplate[];
  copies: OwnCopy[];
  /** Templates added to the set after this version are new to the practice. */
  copiedVersion: number;
  /** The titles of the practice's other templates. */
  titles: Titled[];
};

export type Titled = { kind: TemplateKind; language: Language; title: string };

/**
 * Returns the offers in the set's order, removed templates last. Skips templates that the practice
 * deleted or already changed to the same words, or that copying skipped because of their title.
 */
export function offersOf({ latest, copies, copiedVersion, titles }: Situation): TemplateOffer[] {
  const copyOf = new Map(copies.map((copy) => [copy.setTemplateId, copy]));
  const inLatest = new Set(latest.map(({ _id }) => _id));
  const offers = latest.flatMap((to): TemplateOffer[] => {
    const copy = copyOf.get(to._id);
    if (copy) return isUpdate(copy, to) ? [changedOffer(copy, to)] : [];
    return to.firstIn > copiedVersion ? [newOffer(to, titles)] : [];
  });
  const removed = copies.filter((copy) => !copy.isDeleted && !inLatest.has(copy.setTemplateId));
  return [...offers, ...removed.map(removedOffer)];
}

/** Checks whether an offer can be taken. A removal is only information. */
export function canBeTaken({ change }: TemplateOffer): boolean {
  return change !== "removed";
}

export function areSameWords(one: TemplateWords, other: TemplateWords): boolean {
  return (
    one.subject === other.subject &&
    one.body === other.body &&
    one.language === other.language &&
    one.delayMinutes === other.delayMinutes &&
    one.isInOpenHoursOnly === other.isInOpenHoursOnly &&
    one.receivedWhile === other.receivedWhile
  );
}

/** Returns the title, or the first free one after it: "Missed call (2)". */
export function freeTitle(title: string, taken: string[], most: number): string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  if (!known.has(title.toLowerCase())) return title;
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`;
    const numbered = title.slice(0, most - end.length) + end;
    if (!known.has(numbered.toLowerCase())) return numbered;
  }
}

function isUpdate(copy: OwnCopy, to: PublishedTemplate): boolean {
  return !copy.isDeleted && to.changedIn > copy.setVersion && !areSameWords(copy, to);
}

function changedOffer(copy: OwnCopy, to: PublishedTemplate): TemplateOffer {
  return { ...offerOfCopy(copy), _id: to._id, change: "changed", to: wordsOf(to) };
}

function removedOffer(copy: OwnCopy): TemplateOffer {
  return { ...offerOfCopy(copy), _id: copy.setTemplateId, change: "removed", to: null };
}

function offerOfCopy(copy: OwnCopy) {
  const { kind, title, isActive, taken } = copy;
  const isEdited = taken === null || !areSameWords(copy, taken);
  return { kind, title, isActive, from: wordsOf(copy), isEdited, isTitleTaken: false };
}

function newOffer({ _id, kind, title, ...to }: PublishedTemplate, titles: Titled[]): TemplateOffer {
  const isTitleTaken = titles.some(
    (one) =>
      one.kind === kind &&
      one.language === to.language &&
      one.title.toLowerCase() === title.toLowerCase(),
  );
  const none = { from: null, isEdited: false, isActive: false };
  return { _id, change: "new", kind, title, ...none, to: wordsOf(to), isTitleTaken };
}

export function wordsOf({
  subject,
  body,
  language,
  delayMinutes,
  isInOpenHoursOnly,
  receivedWhile,
}: TemplateWords): TemplateWords {
  return { subject, body, language, delayMinutes, isInOpenHoursOnly, receivedWhile };
}
