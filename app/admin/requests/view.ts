// Reads from the URL what the list shows.
import {
  type ContactRequestAssignee,
  type ContactRequestKind,
  type ContactRequestListName,
  type ContactRequestSort,
  contactRequestAssignees,
  contactRequestKinds,
  contactRequestLists,
  contactRequestSorts,
} from "#contract/contact-request-work.ts";
import { type CountingMode, countingModes } from "#contract/figures.ts";

export type View = {
  list: ContactRequestListName;
  q: string;
  kind: ContactRequestKind | null;
  assignee: ContactRequestAssignee | null;
  sort: ContactRequestSort;
  reading: CountingMode;
  cursor: string | null;
};

const usualSorts: { [List in ContactRequestListName]?: ContactRequestSort } = {
  open: "next",
  due: "step",
};

export function readView(search: URLSearchParams): View {
  const oneOf = <Name extends string>(all: readonly Name[], name: string) =>
    all.find((one) => one === search.get(name));
  const list = oneOf(contactRequestLists, "list") ?? "open";
  return {
    list,
    q: search.get("q") ?? "",
    kind: oneOf(contactRequestKinds, "kind") ?? null,
    assignee: oneOf(contactRequestAssignees, "assignee") ?? null,
    sort: oneOf(contactRequestSorts, "sort") ?? usualSorts[list] ?? "newest",
    reading: oneOf(countingModes, "reading") ?? "wall",
    cursor: search.get("cursor"),
  };
}

/** Returns the URL for an export of the list, with all of its pages. */
export function exportUrl({ list, q, kind, assignee }: View): string {
  const query = new URLSearchParams({
    list,
    ...(kind && { kind }),
    ...(assignee && { assignee }),
    ...(q && { search: q }),
  });
  return `/api/admin/contact-requests/export.csv?${query}`;
}
