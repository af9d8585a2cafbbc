import { expect, test } from "vitest";
import type { PublishedTemplate } from "#contract/template-sets.ts";
import { freeTitle, type OwnCopy, offersOf, type Titled } from "./offers.ts";

const words = {
  subject: "Hi",
  body: "<p>One</p>",
  language: "en",
  delayMinutes: 0,
  isInOpenHoursOnly: false,
  receivedWhile: "any",
} as const;
const other = { ...words, body: "<p>Two</p>" };
const mine = { ...words, body: "<p>Mine</p>" };

/** The set's template, in its latest version. */
const inSet = (change: Partial<PublishedTemplate> = {}): PublishedTemplate => ({
  ...{ ...words, _id: "a", kind: "email", title: "Missed call" },
  ...{ firstIn: 1, changedIn: 1 },
  ...change,
});
/** The practice's copy, taken from version 1. */
const copied = (change: Partial<OwnCopy> = {}): OwnCopy => ({
  ...{ ...words, setTemplateId: "a", kind: "email", title: "Missed call" },
  ...{ isActive: false, isDeleted: false, setVersion: 1, taken: words },
  ...change,
});
const changed = inSet({ ...other, changedIn: 2 });

type Case = {
  when: string;
  latest: PublishedTemplate[];
  copies: OwnCopy[];
  copiedVersion?: number;
  titles?: Titled[];
  offers: object[];
};

const cases: Case[] = [
  { when: "nothing has changed", latest: [inSet()], copies: [copied()], offers: [] },
  {
    when: "the set's words have changed",
    latest: [changed],
    copies: [copied()],
    offers: [{ change: "changed", isEdited: false, from: words, to: other }],
  },
  {
    when: "the set's words have changed, and the practice has edited its own",
    latest: [changed],
    copies: [copied(mine)],
    offers: [{ change: "changed", isEdited: true, from: mine, to: other }],
  },
  {
    when: "only the practice has edited its own",
    latest: [inSet()],
    copies: [copied(mine)],
    offers: [],
  },
  {
    when: "the practice itself has changed its template to the set's new words",
    latest: [changed],
    copies: [copied(other)],
    offers: [],
  },
  {
    when: "the set's words have changed and changed back",
    latest: [inSet({ changedIn: 3 })],
    copies: [copied()],
    offers: [],
  },
  {
    when: "only the set's title has changed",
    latest: [inSet({ title: "No answer" })],
    copies: [copied()],
    offers: [],
  },
  {
    when: "the practice has given its template another title: the update uses that title",
    latest: [changed],
    copies: [copied({ title: "Ours" })],
    offers: [{ change: "changed", title: "Ours", isEdited: false }],
  },
  {
    when: "the words have changed twice since the practice took them",
    latest: [inSet({ ...other, changedIn: 3 })],
    copies: [copied()],
    offers: [{ change: "changed", to: other }],
  },
  {
    when: "the practice has taken the latest words",
    latest: [changed],
    copies: [copied({ ...other, setVersion: 2, taken: other })],
    offers: [],
  },
  {
    when: "the practice has taken the latest words and edited them since",
    latest: [changed],
    copies: [copied({ ...mine, setVersion: 2, taken: other })],
    offers: [],
  },
  {
    when: "the practice has deleted its own template",
    latest: [changed],
    copies: [copied({ isDeleted: true })],
    offers: [],
  },
  {
    when: "the time at which an email is sent has changed",
    latest: [inSet({ kind: "auto", delayMinutes: 5, changedIn: 2 })],
    copies: [copied({ kind: "auto", isActive: true })],
    offers: [
      { change: "changed", kind: "auto", isActive: true, to: { ...words, delayMinutes: 5 } },
    ],
  },
  {
    when: "a template was added to the set",
    latest: [inSet({ firstIn: 2, changedIn: 2 })],
    copies: [],
    offers: [{ change: "new", from: null, to: words, isTitleTaken: false }],
  },
  {
    when: "a template was added, and the practice has another with that title and kind",
    latest: [inSet({ firstIn: 2, changedIn: 2 })],
    copies: [],
    titles: [{ kind: "email", language: "en", title: "MISSED CALL" }],
    offers: [{ change: "new", isTitleTaken: true }],
  },
  {
    when: "a template was added, and the practice has another with that title, but not of that kind",
    latest: [inSet({ firstIn: 2, changedIn: 2 })],
    copies: [],
    titles: [{ kind: "note", language: "en", title: "Missed call" }],
    offers: [{ change: "new", isTitleTaken: false }],
  },
  {
    when: "a template was added, and the practice has one with that title in the other language",
    latest: [inSet({ firstIn: 2, changedIn: 2 })],
    copies: [],
    titles: [{ kind: "email", language: "es", title: "Missed call" }],
    offers: [{ change: "new", isTitleTaken: false }],
  },
  {
    when: "only the language has changed",
    latest: [inSet({ language: "es", changedIn: 2 })],
    copies: [copied()],
    offers: [{ change: "changed", from: words, to: { ...words, language: "es" } }],
  },
  {
    when: "a template was left out when the set was copied",
    latest: [changed],
    copies: [],
    offers: [],
  },
  {
    when: "a template was added to the set before the practice copied it",
    latest: [inSet({ firstIn: 2, changedIn: 2 })],
    copies: [],
    copiedVersion: 2,
    offers: [],
  },
  {
    when: "a template was removed from the set",
    latest: [],
    copies: [copied(mine)],
    offers: [{ change: "removed", from: mine, to: null, isEdited: true }],
  },
  {
    when: "a template was removed from the set, and the practice has deleted it, too",
    latest: [],
    copies: [copied({ isDeleted: true })],
    offers: [],
  },
  {
    when: "several templates have changed: they come in the set's order, removed templates last",
    latest: [inSet({ _id: "b", firstIn: 2, changedIn: 2 }), changed],
    copies: [copied({ setTemplateId: "gone" }), copied()],
    offers: [
      { _id: "b", change: "new" },
      { _id: "a", change: "changed" },
      { _id: "gone", change: "removed" },
    ],
  },
];

test.each(cases)(
  "the updates that a practice is offered when $when",
  ({ when: _, offers, copiedVersion = 1, titles = [], ...situation }) => {
    const found = offersOf({ ...situation, copiedVersion, titles });
    expect(found).toHaveLength(offers.length);
    for (const [index, offer] of offers.entries()) expect(found[index]).toMatchObject(offer);
  },
);

test.each([
  ["Missed call", [], "Missed call"],
  ["Missed call", ["missed call"], "Missed call (2)"],
  ["Missed call", ["Missed call", "Missed call (2)"], "Missed call (3)"],
  ["A title that is too long", ["A title that is too long"], "A title that is  (2)"],
])(
  "a template titled %s is copied to a practice with the titles %j as %s",
  (title, taken, called) => {
    expect(freeTitle(title, taken, 20)).toBe(called);
  },
);
