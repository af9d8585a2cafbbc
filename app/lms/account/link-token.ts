// The token of a mailed link: read once when the page is opened, and taken out of the address bar,
// where a shoulder, a bookmark or a shared screen would keep it.
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** Null: the page was opened without a link. */
export function useLinkToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("t"));
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isInAddress = search.has("t");
  useEffect(() => {
    if (isInAddress) void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [isInAddress, navigate, pathname]);
  return token;
}
