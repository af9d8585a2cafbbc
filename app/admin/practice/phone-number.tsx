// The practice's own number, which its phones and leads are called from.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { CopyBlock } from "#app/ui/sources/copy-block.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { toastTitles } from "#content/console/frame.ts";
import { practiceNumberWords as words } from "#content/desk/office-phones.ts";
import { phoneText } from "#contract/phone.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import { PracticeNumber } from "#contract/rings.ts";
import boxes from "./box.module.css";

export function PhoneNumber({ practice }: { practice: PracticeDetail }) {
  const { _id, rings } = practice;
  const { phoneNumber, confirmedPhones, isOn } = rings;
  const { revalidate } = useRevalidator();
  const [isRemoving, setIsRemoving] = useState(false);
  const one = api.admin.clients[":id"]["phone-number"];
  const param = { id: _id };
  const form = useForm({
    schema: PracticeNumber,
    send: (json) => one.$put({ param, json }),
    onDone: ({ message }) => showChange(message),
  });

  function showChange(message: string) {
    showToast({ title: toastTitles.done, message });
    void revalidate();
  }

  async function remove() {
    if (isRemoving) return;
    setIsRemoving(true);
    const outcome = await askApi(() => one.$put({ param, json: { phoneNumber: null } }));
    setIsRemoving(false);
    if (outcome.isDone) showChange(outcome.answer.message);
    else showToast({ title: toastTitles.error, message: outcome.refusal.message });
  }

  return (
    <section className={boxes.box} aria-labelledby="phone-number">
      <h2 id="phone-number">{words.title}</h2>
      <p className={boxes.quiet}>{rings.hasCalls ? words.about : words.noProvider}</p>
      {rings.hasCalls && (
        <>
          <CopyBlock name={words.callsUrl} text={rings.urls.calls} />
          <CopyBlock name={words.textsUrl} text={rings.urls.texts} />
          <p className={boxes.quiet}>{words.fallbackAbout}</p>
          <CopyBlock name={words.fallback} text={rings.fallback} />
        </>
      )}
      <Form key={phoneNumber} form={form} aria-label={words.title}>
        <TextField
          name="phoneNumber"
          label={words.label}
          type="tel"
          autoComplete="off"
          defaultValue={phoneText(phoneNumber ?? "")}
          isRequired
        />
        <FormEnd label={words.save} />
      </Form>
      <p className={boxes.quiet}>
        {words.confirmed(confirmedPhones)} {isOn ? words.on : words.off}
      </p>
      {phoneNumber && (
        <p>
          <Button
            variant="outline"
            isSmall
            aria-disabled={isRemoving}
            onClick={() => void remove()}
          >
            {words.remove}
          </Button>
        </p>
      )}
    </section>
  );
}
