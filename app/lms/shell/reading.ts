// How this screen's figures measure a wait: as chosen in the URL, or else as the practice chose.
// The queue always uses the practice's setting.
import { useSearchParams } from "react-router";
import { type Reading, readReading } from "#app/lms/figures/period.ts";
import { useDesk } from "./desk-context.ts";

export function useReading(): Reading {
  const [search] = useSearchParams();
  return readReading(search, useDesk().client.reading);
}
