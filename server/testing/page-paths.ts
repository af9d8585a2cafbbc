// The address of every page, as `app/routes.ts` declares it. A parameter is an id that nothing has.
import { randomUUID } from "node:crypto";
import routes from "#app/routes.ts";

type Route = { path?: string; index?: boolean; children?: Route[] };

export const pagePaths = [...new Set(routes.flatMap((route) => pathsOf(route, "")))];

function pathsOf({ path, index, children }: Route, above: string): string[] {
  const here = path
    ? `${above}/${path.replace("*", "not-there").replace(/:\w+/, () => randomUUID())}`
    : above;
  const own = index || !children ? [here || "/"] : [];
  return [...own, ...(children ?? []).flatMap((one) => pathsOf(one, here))];
}
