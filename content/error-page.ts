// The error page: what happened, and where to go next.
import { site } from "./site.ts";

export const errorPageWords = {
  notFound: "Page not found",
  notFoundSays:
    "There’s nothing at this address. The page may have moved, or the link may be wrong.",
  forbidden: "Not allowed",
  failed: "Something went wrong",
  ways: "Where to go next",
  links: [
    { to: "/", name: "Home", says: `${site.owner}’s portfolio` },
    {
      to: "/marketing",
      name: "Marketing",
      says: `${site.agency}, for practices around ${site.area}`,
    },
    { to: "/lms", name: "Lead management system", says: "Where practices call their new leads" },
  ],
} as const;
