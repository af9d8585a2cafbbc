// Lets the owner map the fields of a real submission: which field has the name, which has the phone
// number, and so on.
import { useState } from "react";
import { agencyZone } from "#app/admin/agency-hours.ts";
import styles from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { type SourceSettings, useSourceForm } from "#app/ui/sources/use-source-form.ts";
import { showToast } from "#app/ui/toast.tsx";
import { StaleChoice } from "#app/ui/version.tsx";
import { toastTitles } from "#content/console/frame.ts";
import { mappedFieldNames, sourceWords as words } from "#content/console/sources.ts";
import { momentText } from "#contract/moment-text.ts";
import {
  mappedFields,
  type OpenedDelivery,
  type SourceDelivery,
  type SourceDetail,
} from "#contract/sources.ts";

type Places = OpenedDelivery["places"];

/**
 * Returns whether mapping is offered. Web forms and the hosted form use our field names, so they
 * need it only once a submission wasn't recognized.
 */
export function offersMapping({ kind, mapping }: SourceDetail, deliveries: SourceDelivery[]) {
  return kind !== "form" || mapping !== null || deliveries.some(isUnrecognized);
}

/**
 * Returns whether a submission has no name, phone number or email address that was recognized, but
 * fields that can be listed.
 */
function isUnrecognized({ result, reason, mayReplay }: SourceDelivery): boolean {
  const isOfNobody = result === "refused" && reason === "no_person" && mayReplay;
  return isOfNobody || result === "unmapped" || result === "no_contact";
}

export function Mapping({
  source,
  settings,
  deliveries,
}: {
  source: SourceDetail;
  settings: SourceSettings;
  deliveries: SourceDelivery[];
}) {
  const change = useChange();
  const [places, setPlaces] = useState<Places | null>(null);
  // The example is a submission that wasn't recognized, or else the newest one that has a body.
  const example =
    deliveries.find(isUnrecognized) ??
    deliveries.find(({ result }) => result === "lead" || result === "test");

  async function open(deliveryId: string) {
    const one = api.admin.sources[":id"].deliveries[":deliveryId"];
    const outcome = await askApi(() => one.$get({ param: { id: source._id, deliveryId } }));
    if (outcome.isDone) setPlaces(outcome.answer.places);
    else showToast({ title: toastTitles.error, message: outcome.refusal.message });
  }

  return (
    <div className={styles.mapping}>
      <p className={styles.note}>{source.mapping ? words.chosen : words.guessed}</p>
      {!example && <p className={styles.note}>{words.noPlaces}</p>}
      <p className={styles.actions}>
        {example && !places && (
          <Button variant="outline" isSmall onClick={() => void open(example._id)}>
            {words.choose}
          </Button>
        )}
        {source.mapping && (
          <Button
            variant="quiet"
            isSmall
            onClick={() =>
              void change(() =>
                api.admin.sources[":id"].$patch({
                  param: { id: source._id },
                  json: { mapping: null, changedAt: source.changedAt },
                }),
              )
            }
          >
            {words.forget}
          </Button>
        )}
      </p>
      {places && example && (
        <>
          <p className={styles.note}>
            <Moment at={example.receivedAt} timeZone={agencyZone}>
              {words.mappingFrom(momentText(example.receivedAt, { timeZone: agencyZone }))}
            </Moment>
          </p>
          <MappingForm settings={settings} places={places} onDone={() => setPlaces(null)} />
        </>
      )}
    </div>
  );
}

/** The form for the mapping. It starts with the stored mapping each time it is opened. */
function MappingForm({
  settings,
  places,
  onDone,
}: {
  settings: SourceSettings;
  places: Places;
  onDone: () => void;
}) {
  // The id isn't offered for Google, because its leads contain one.
  const offered = mappedFields.filter(
    (field) => field !== "externalId" || settings.source.kind !== "google",
  );
  const { form, shown, choice } = useSourceForm(
    "mapping",
    { ...settings, onLoad: onDone, onSaved: onDone },
    (typed) => ({
      mapping: Object.fromEntries(
        offered.flatMap((field) => {
          const pointer = typed[`mapping.${field}`];
          return pointer ? [[field, pointer]] : [];
        }),
      ),
    }),
  );
  return (
    <Form form={form} aria-label={words.mapping}>
      <p className={styles.note}>{words.mappingHelp}</p>
      {offered.map((field) => {
        const chosen = shown.mapping?.[field];
        return (
          <SelectField
            key={field}
            name={`mapping.${field}`}
            label={mappedFieldNames[field]}
            help={field === "externalId" ? words.idHelp : undefined}
            defaultValue={chosen ?? ""}
            options={optionsFor(places, chosen)}
          />
        );
      })}
      {choice && <StaleChoice {...choice} />}
      <FormEnd label={words.saveMapping} />
    </Form>
  );
}

/** Returns the fields to offer, including a field that was selected from a different submission. */
function optionsFor(places: Places, chosen: string | undefined) {
  const isThere = chosen === undefined || places.some(({ pointer }) => pointer === chosen);
  return [
    { value: "", name: words.guess },
    ...places.map(({ pointer, name, sample }) => ({
      value: pointer,
      name: words.place(name, sample),
    })),
    ...(isThere ? [] : [{ value: chosen, name: words.placeGone(chosen) }]),
  ];
}
