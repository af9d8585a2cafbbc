// Follows an import on the server, so a reload or a second tab shows its current state.
import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { rootPath } from "#app/root-path.ts";
import { keepListening } from "#app/ui/live/event-stream.ts";
import type { ImportState, LeadImport, LeadImportDetail } from "#contract/imports.ts";
import { useImportPlace } from "./import-place.ts";

/** The states after which nothing changes anymore. */
const finalStates: readonly ImportState[] = ["canceled", "undone", "refused"];

/** Returns the import with its latest counts. When its state changes, the page is reloaded. */
export function useProgress(loaded: LeadImportDetail): LeadImportDetail {
  const { address } = useImportPlace();
  const { revalidate, state: loading } = useRevalidator();
  const isVisible = useIsVisible();
  const [told, setTold] = useState<LeadImport | null>(null);
  const { _id } = loaded;
  const isFollowed = isVisible && !finalStates.includes(loaded.state);

  useEffect(() => {
    if (!isFollowed) return;
    const ended = new AbortController();
    const forget = () => setTold(null);
    void keepListening<LeadImport>(`${rootPath}${address}/${_id}/events`, ended.signal, {
      onLost: forget,
      onNews(news) {
        if (news.event === "changed") setTold(news.change);
        // Either the import or the session has expired. The loader finds out which.
        if (news.event === "closed") void revalidate();
      },
    });
    return () => {
      ended.abort();
      forget();
    };
  }, [address, _id, isFollowed, revalidate]);

  const isBehind = told !== null && told._id === _id && told.state !== loaded.state;
  useEffect(() => {
    if (isBehind && loading === "idle") void revalidate();
  }, [isBehind, loading, revalidate]);

  return told && told._id === _id && !isBehind ? { ...loaded, ...told } : loaded;
}

/**
 * Returns whether the tab is visible. A tab in the background doesn't use a connection, because
 * HTTP/1.1 allows only six per site.
 */
function useIsVisible(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
    () => document.visibilityState === "visible",
    () => true,
  );
}
