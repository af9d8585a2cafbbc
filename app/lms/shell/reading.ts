// How this screen's figures measure a wait: the URL's choice, or else the practice's. The queue
// follows the practice's alone.
import { useSearchParams } from "react-router";
import { type Reading, readReading } from "#app/lms/figures/period.ts";
import { useDesk } from "./desk-context.ts";

export function useReading(): Reading {
  const [search] = useSearchParams();
  return readReading(search, useDesk().client.reading);
}
