// Where an import is shown: on a manager's desk, or in the owner's console for a practice.
import { createContext, useContext } from "react";
import type { AccountKind } from "#app/ui/account/own-account.ts";
import type { ApiResponse } from "#app/ui/ask-api.ts";
import type { ApiError } from "#contract/errors.ts";
import type {
  ImportAnswer,
  ImportColumns,
  ImportDestination,
  ImportFormat,
  ImportRun,
} from "#contract/imports.ts";

type Answer = ApiResponse & { json(): Promise<ImportAnswer | ApiError> };

export type ImportPlace = {
  /** The practice's time zone or, in the console, the agency's. */
  timeZone: string;
  /** Which kind of account must prove who it is before it downloads the rejected rows. */
  kind: AccountKind;
  /**
   * The URL of the practice's imports in the API, for requests that the browser itself makes. Not
   * used in demos.
   */
  address: string;
  upload: (name: string, file: File) => Promise<Answer>;
  setColumns: (importId: string, json: ImportColumns) => Promise<Answer>;
  setFormat: (importId: string, json: ImportFormat) => Promise<Answer>;
  run: (importId: string, json: ImportRun) => Promise<Answer>;
  cancel: (importId: string) => Promise<Answer>;
  undo: (importId: string) => Promise<Answer>;
  /** The URLs of an import, of the archive and the queue, and of a lead. */
  urlOf: (importId: string) => string;
  urls: Record<ImportDestination, string>;
  leadUrl: (leadId: string) => string;
};

const Place = createContext<ImportPlace | null>(null);

export const ImportPlaceProvider = Place.Provider;

export function useImportPlace(): ImportPlace {
  const place = useContext(Place);
  if (!place) throw new Error("No ImportPlaceProvider");
  return place;
}
