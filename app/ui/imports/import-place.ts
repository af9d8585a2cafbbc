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
  /** The time zone of the practice or, in the console, of the agency. */
  timeZone: string;
  /** The kind of account that must re-authenticate to download the rejected rows. */
  kind: AccountKind;
  /**
   * The API's URL of the practice's imports outside demos, for requests that the browser itself
   * makes.
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
