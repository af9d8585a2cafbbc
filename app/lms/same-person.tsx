// Compares two leads side by side, opened from a lead's suggestion between two calls. The user
// decides whether they are one person and which data is right. It must handle a wrong merge, two
// people who share a number, and someone else who was faster.
import { redirect, redirectDocument, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { signInUrl } from "#app/next-path.ts";
import { bodyOf, isLockedOut, throwUnlessOk } from "#app/ui/ask-api.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { samePersonWords as words } from "#content/desk/same-person.ts";
import { shellWords } from "#content/desk/shell.ts";
import { uuid } from "#contract/fields.ts";
import type { Route } from "./+types/same-person.ts";
import { Compare } from "./same-person/compare.tsx";
import styles from "./same-person.module.css";
import { useLastGood } from "./shell/last-known-good.ts";
import { survivorOf } from "./shell/merged-leads.ts";

export const meta = () => [{ title: shellWords.tab(words.compare) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const [id, otherId] = ["id", "other"].map((name) => uuid.safeParse(searchParams.get(name)).data);
  // An owner in view-as mode can't merge leads.
  if (!id || !otherId || id === otherId || searchParams.has("client")) {
    throw new Response(null, { status: 404 });
  }
  const one = context.get(apiContext).leads[":id"];
  const answers = await Promise.all(
    [id, otherId].map((leadId) => one.$get({ param: { id: leadId }, query: {} })),
  );
  for (const answer of answers) {
    if (await isLockedOut(answer)) throw redirectDocument(signInUrl("/lms/locked", request));
    if (answer.status === 401 || answer.status === 403) throw redirect("/lms");
    // Someone else has already merged the two leads.
    const survivor = survivorOf(answer);
    if (survivor) throw redirect(`/lms/lead?id=${survivor}`);
    throwUnlessOk(answer);
  }
  const [lead, other] = await Promise.all(answers.map((answer) => bodyOf(answer)));
  return lead && other ? { lead, other, now: new Date().toISOString() } : null;
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export { LeadGone as ErrorBoundary } from "./lists/lead-gone.tsx";

export default function SamePerson({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const key = `same person ${search.get("id")} ${search.get("other")}`;
  const known = useLastGood(loaderData, key);
  return (
    <>
      <ShellHead title={words.compare} back={`/lms/lead?id=${search.get("id")}`} />
      <main className={styles.page}>
        {known ? (
          <NowProvider serverNow={known.now}>
            <Compare key={known.other.lead._id} {...known} />
          </NowProvider>
        ) : (
          <LoadFailed>{words.failed}</LoadFailed>
        )}
      </main>
    </>
  );
}
