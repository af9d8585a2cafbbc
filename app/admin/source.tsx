// The owner opens this page to set up a source, or to find out why a lead is missing. Problems come
// first. It must handle a wrong Google key, form fields without names, a page that may not use the
// form, a body that isn't mapped, and a rejected Meta token.
import { Link, redirect, useRevalidator, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { SetUp } from "#app/ui/sources/set-up.tsx";
import { HostedFormForm, NameForm, SourceForm } from "#app/ui/sources/settings.tsx";
import { type SourceSettings, useSourceVersions } from "#app/ui/sources/use-source-form.ts";
import { consoleWords } from "#content/console/frame.ts";
import {
  hostedFormSettings,
  sourceKindNames,
  sourceStateNames,
  sourceWords as words,
} from "#content/console/sources.ts";
import { uuid } from "#contract/fields.ts";
import { maxSearchLength } from "#contract/leads.ts";
import type { Route } from "./+types/source.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import { ListFilters, SearchFilter } from "./list-filters.tsx";
import { Deliveries } from "./source/deliveries.tsx";
import { EndSource } from "./source/end-source.tsx";
import { Mapping, offersMapping } from "./source/mapping.tsx";
import { Problems } from "./source/problems.tsx";
import { ReconnectSource } from "./source/reconnect-source.tsx";
import { CampaignForm, TokenForm, WebPageForm } from "./source/settings.tsx";
import { TestLead } from "./source/test-lead.tsx";
import styles from "./source.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleWords.tab(loaderData?.source.name ?? consoleWords.places.sources) },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const asked = params.get("id");
  if (!asked) throw redirect("/admin/sources");
  const id = uuid.safeParse(asked).data;
  if (!id) throw new Response(null, { status: 404 });
  const cursor = params.get("cursor");
  const search = params.get("search");
  // The search links to a lead's submission, so the list starts with the one that created the lead.
  const lead = uuid.safeParse(params.get("lead")).data;
  const one = context.get(apiContext).admin.sources[":id"];
  const [source, deliveries] = await Promise.all([
    one.$get({ param: { id } }),
    one.deliveries.$get({
      param: { id },
      query: { ...(cursor && { cursor }), ...(lead && { lead }), ...(search && { search }) },
    }),
  ]);
  // The cursor in the URL belongs to a different list.
  if (deliveries.status === 422) throw redirect(`/admin/source?id=${id}`);
  throwUnlessOk(source, deliveries);
  return { source: await bodyOf(source), ...(await bodyOf(deliveries)) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function OneSource({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <FreshPage key={`${params.get("id")} ${params.get("lead") ?? ""}`} loaded={loaderData}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { source, deliveries, nextCursor } = shown;
  const { _id, kind, name, practice, state } = source;
  const isOpen = state !== "ended";
  const [params] = useSearchParams();
  const search = params.get("search") ?? "";
  const isPart = params.has("lead") || params.has("cursor");
  const older = new URLSearchParams({
    ...{ id: _id, cursor: nextCursor ?? "" },
    ...(search && { search }),
  });
  const noMatch = nextCursor ? words.noMatchYet : words.noSubmission;
  const { revalidate } = useRevalidator();
  const settings: SourceSettings = {
    source,
    versions: useSourceVersions(),
    save: (json) => api.admin.sources[":id"].$patch({ param: { id: _id }, json }),
    refresh: () => void revalidate(),
  };
  return (
    <>
      <ShellHead title={name} back="/admin/sources" />
      <main className={styles.page} key={_id}>
        <p className={styles.facts}>
          <span>{practice.name}</span>
          <span>{sourceKindNames[kind]}</span>
          <span>{sourceStateNames[state]}</span>
        </p>
        {source.gapHours && (
          <p className={styles.usual}>
            {words.gap(source.gapHours.usual, source.gapHours.silentAfter)}
          </p>
        )}
        <Problems source={source} />
        <section aria-labelledby="set-up">
          <h2 id="set-up">{words.setUp}</h2>
          <SetUp source={source} timeZone={agencyZone} />
          {isOpen ? <TestLead source={source} /> : <ReconnectSource source={source} />}
        </section>
        <section aria-labelledby="deliveries">
          <h2 id="deliveries">{words.deliveries}</h2>
          {isPart && <Link to={`?id=${_id}#deliveries`}>{words.newestDeliveries}</Link>}
          <ListFilters isFiltered={search !== ""} kept={{ id: _id }}>
            <SearchFilter
              label={words.searchPeople}
              hint={words.searchPeopleHint}
              maxLength={maxSearchLength}
            />
          </ListFilters>
          {search && <p className={styles.note}>{words.searchAudited}</p>}
          <Deliveries source={source} deliveries={deliveries} none={search ? noMatch : undefined} />
          {nextCursor && <Link to={`?${older}`}>{consoleWords.older}</Link>}
        </section>
        {isOpen && offersMapping(source, deliveries) && (
          <section aria-labelledby="mapping">
            <h2 id="mapping">{words.mapping}</h2>
            <Mapping source={source} settings={settings} deliveries={deliveries} />
          </section>
        )}
        {isOpen && (
          <section className={styles.forms} aria-label={words.rename}>
            <SourceForm {...settings} of={NameForm} label={words.rename} />
            <SourceForm {...settings} of={CampaignForm} label={words.campaign} />
            {kind === "form" && (
              <>
                <h2>{hostedFormSettings.name}</h2>
                <SourceForm {...settings} of={HostedFormForm} label={hostedFormSettings.name} />
                <h2>{words.settings}</h2>
                <SourceForm {...settings} of={WebPageForm} label={words.settings} />
              </>
            )}
            {kind === "meta" && <SourceForm {...settings} of={TokenForm} label={words.newToken} />}
          </section>
        )}
        {isOpen && (
          <section aria-label={words.end}>
            <EndSource source={source} />
          </section>
        )}
      </main>
    </>
  );
}
