// What the list shows, from its URL.
import {
  type ContactRequestKind,
  type ContactRequestListName,
  type ContactRequestSort,
  contactRequestKinds,
  contactRequestLists,
  contactRequestSorts,
} from "#contract/contact-request-work.ts";
import { type FigureReading, figureReadings } from "#contract/figures.ts";

export type View = {
  list: ContactRequestListName;
  q: string;
  kind: ContactRequestKind | null;
  sort: ContactRequestSort;
  reading: FigureReading;
  cursor: string | null;
};

export function readView(search: URLSearchParams): View {
  const oneOf = <Name extends string>(all: readonly Name[], name: string) =>
    all.find((one) => one === search.get(name));
  const list = oneOf(contactRequestLists, "list") ?? "open";
  return {
    list,
    q: search.get("q") ?? "",
    kind: oneOf(contactRequestKinds, "kind") ?? null,
    sort: oneOf(contactRequestSorts, "sort") ?? (list === "open" ? "next" : "newest"),
    reading: oneOf(figureReadings, "reading") ?? "wall",
    cursor: search.get("cursor"),
  };
}

/** What the list shows, on all of its pages, as a file. */
export function exportUrl({ list, q, kind }: View): string {
  const query = new URLSearchParams({ list, ...(kind && { kind }), ...(q && { search: q }) });
  return `/api/admin/contact-requests/export.csv?${query}`;
}
