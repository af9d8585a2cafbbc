import { Link } from "react-router";
import { marketingMenu } from "#content/site.ts";

export function MenuLinks({ pathname }: { pathname: string }) {
  return marketingMenu.map(({ name, url }) => (
    <Link key={url} to={url} aria-current={url === pathname ? "page" : undefined}>
      {name}
    </Link>
  ));
}
