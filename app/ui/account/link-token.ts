// The token in an emailed link. It is read once, when the page opens, and then removed from the
// address bar, so a bookmark, a shared screen or an onlooker can't reveal it.
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** Returns the token, or null if the page was opened without one. */
export function useLinkToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("t"));
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isInUrl = search.has("t");
  useEffect(() => {
    if (isInUrl) void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [isInUrl, navigate, pathname]);
  return token;
}
