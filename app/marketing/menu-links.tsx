import { Link } from "react-router";
import { useMarketingWords } from "./words.ts";

export function MenuLinks({ pathname }: { pathname: string }) {
  return useMarketingWords().menu.map(({ name, url }) => (
    <Link key={url} to={url} aria-current={url === pathname ? "page" : undefined}>
      {name}
    </Link>
  ));
}
