// The counting mode of this screen's figures: the mode in the URL, or else the practice's. The
// queue always uses the practice's mode.
import { useSearchParams } from "react-router";
import { type Reading, readReading } from "#app/lms/figures/period.ts";
import { useDesk } from "./desk-context.ts";

export function useReading(): Reading {
  const [search] = useSearchParams();
  return readReading(search, useDesk().client.reading);
}
