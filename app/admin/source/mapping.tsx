// The owner points at the parts of a real body: this is the name, that is the number.
import { useState } from "react";
import { useRevalidator } from "react-router";
import styles from "#app/admin/source.module.css";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { momentText } from "#app/ui/moment-text.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { toastTitles } from "#content/console/frame.ts";
import { mappedFieldNames, sourceWords as words } from "#content/console/sources.ts";
import {
  mappedFields,
  type OpenedDelivery,
  type SourceDelivery,
  type SourceDetail,
  WebhookMapping,
} from "#contract/sources.ts";
import { useChange } from "./change.ts";

type Places = OpenedDelivery["places"];

export function Mapping({
  source,
  deliveries,
}: {
  source: SourceDetail;
  deliveries: SourceDelivery[];
}) {
  const change = useChange();
  const [places, setPlaces] = useState<Places | null>(null);
  // One that waits for a mapping, else the newest with a body.
  const example =
    deliveries.find(({ result }) => result === "unmapped") ??
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
                  json: { mapping: null },
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
          <p className={styles.note}>{words.mappingFrom(momentText(example.receivedAt))}</p>
          <MappingForm source={source} places={places} onDone={() => setPlaces(null)} />
        </>
      )}
    </div>
  );
}

function MappingForm({
  source,
  places,
  onDone,
}: {
  source: SourceDetail;
  places: Places;
  onDone: () => void;
}) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: WebhookMapping,
    read: (typed) => Object.fromEntries(Object.entries(typed).filter(([, pointer]) => pointer)),
    send: (mapping) =>
      api.admin.sources[":id"].$patch({ param: { id: source._id }, json: { mapping } }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.mapping}>
      <p className={styles.note}>{words.mappingHelp}</p>
      {mappedFields.map((field) => {
        const chosen = source.mapping?.[field];
        return (
          <SelectField
            key={field}
            name={field}
            label={mappedFieldNames[field]}
            defaultValue={chosen ?? ""}
            options={optionsFor(places, chosen)}
          />
        );
      })}
      <FormEnd label={words.saveMapping} />
    </Form>
  );
}

/** A place that was chosen from another body stays. */
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
