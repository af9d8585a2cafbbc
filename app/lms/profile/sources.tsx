// The practice's sources. A manager opens this section when a new web page needs its form, or to
// see whether a form still works. First: each source's name and its last lead; on demand, what to
// copy into the web page, and its submissions. What may go wrong: the last lead is weeks old, and
// later submissions were rejected.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import list from "#app/ui/account/devices.module.css";
import { askApi } from "#app/ui/ask-api.ts";
import { DeliveryList } from "#app/ui/sources/delivery-list.tsx";
import { SetUp } from "#app/ui/sources/set-up.tsx";
import { HostedFormForm, NameForm, SourceForm } from "#app/ui/sources/settings.tsx";
import { type SourceSettings, useSourceVersions } from "#app/ui/sources/use-source-form.ts";
import {
  hostedFormSettings,
  sourceKindNames,
  sourceStateNames,
  sourceWords,
} from "#content/console/sources.ts";
import { ownSourceWords as words } from "#content/desk/sources.ts";
import { momentText } from "#contract/moment-text.ts";
import type { Source, SourceDelivery, SourceDetail } from "#contract/sources.ts";
import styles from "./sources.module.css";

export function OwnSources({ sources, timeZone }: { sources: Source[]; timeZone: string }) {
  if (sources.length === 0) return <p>{words.none}</p>;
  return (
    <>
      <p className={styles.about}>{words.about}</p>
      <ul className={list.list}>
        {sources.map((source) => (
          <SourceRow key={source._id} source={source} timeZone={timeZone} />
        ))}
      </ul>
    </>
  );
}

function SourceRow({ source, timeZone }: { source: Source; timeZone: string }) {
  const { name, kind, state, lastLeadAt } = source;
  return (
    <li className={`${list.device} ${styles.source}`}>
      <div>
        <p className={list.name}>
          <bdi>{name}</bdi>
          <span className={list.here}>{sourceStateNames[state]}</span>
        </p>
        <p className={list.when} suppressHydrationWarning>
          {sourceKindNames[kind]} ·{" "}
          {lastLeadAt
            ? sourceWords.lastLead(momentText(lastLeadAt, { timeZone }))
            : sourceWords.noLead}
        </p>
      </div>
      <More source={source} timeZone={timeZone} />
    </li>
  );
}

type Loaded = { detail: SourceDetail; deliveries: SourceDelivery[] };

/** Fetches the details when it is opened. */
function More({ source, timeZone }: { source: Source; timeZone: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();

  async function load() {
    setProblem(null);
    const one = api.sources[":id"];
    const param = { id: source._id };
    const [detail, sent] = await Promise.all([
      askApi(() => one.$get({ param })),
      askApi(() => one.deliveries.$get({ param, query: {} })),
    ]);
    if (!detail.isDone) return setProblem(detail.refusal.message);
    if (!sent.isDone) return setProblem(sent.refusal.message);
    setLoaded({ detail: detail.answer, deliveries: sent.answer.deliveries });
  }

  function refresh() {
    void load();
    void revalidate();
  }

  return (
    <details
      className={styles.more}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void load();
      }}
    >
      <summary aria-label={words.moreOf(source.name)}>{words.more}</summary>
      {!loaded && <p aria-live="polite">{problem ?? words.loading}</p>}
      {loaded && (
        <div className={styles.parts}>
          <SetUp source={loaded.detail} timeZone={timeZone} />
          <h3>{sourceWords.deliveries}</h3>
          <DeliveryList deliveries={loaded.deliveries} timeZone={timeZone} />
          {loaded.detail.state !== "ended" && <Settings source={loaded.detail} refresh={refresh} />}
        </div>
      )}
    </details>
  );
}

function Settings({ source, refresh }: Pick<SourceSettings, "source" | "refresh">) {
  const settings: SourceSettings = {
    ...{ source, refresh, versions: useSourceVersions() },
    save: (json) => api.sources[":id"].$patch({ param: { id: source._id }, json }),
  };
  return (
    <>
      <SourceForm {...settings} of={NameForm} label={words.rename(source.name)} />
      {source.hostedForm && (
        <>
          <h3>{hostedFormSettings.name}</h3>
          <SourceForm {...settings} of={HostedFormForm} label={hostedFormSettings.name} />
        </>
      )}
    </>
  );
}
