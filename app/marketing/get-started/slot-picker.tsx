// The owner's free slots. Picking one fills in the date and the time below. Both can be typed too,
// so the step works even without slots or if they can't be loaded.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { api } from "#app/api.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { useFormState } from "#app/ui/form.tsx";
import { readTyped } from "#app/ui/form-values.ts";
import { IconAlertCircle } from "#app/ui/icons.tsx";
import { useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { bookedTimeText, namedZone, showsSameTime } from "#contract/booked-time.ts";
import type { CallSlots } from "#contract/bookings.ts";
import { clockText, dayText } from "#contract/moment-text.ts";
import { ownTimeZone, timeZoneText } from "./contact-time.ts";
import { stepHashes } from "./open-questionnaire.ts";
import styles from "./slot-picker.module.css";
import { carriedSlot, daysOf, isTyped, slotField, typedAs } from "./slots.ts";

const lastHash = stepHashes.at(-1);
/**
 * How many days are shown at first, because most people want one of the first days. Another click
 * shows the rest.
 */
const daysShown = 6;

export function SlotPicker() {
  const { ref, errors } = useFormState();
  const { language } = useWords();
  const { questionnaire, zoneName } = useMarketingWords();
  const words = questionnaire.slots;
  const { hash, search } = useLocation();
  const isReached = hash === lastHash;
  const isTaken = slotField in errors;
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  /** The free slots; null before the first request, and if there was no response. */
  const [offer, setOffer] = useState<CallSlots | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isCarriedGone, setIsCarriedGone] = useState(false);

  const ask = useEffectEvent(async () => {
    setIsAsking(true);
    const outcome = await askApi(() => api["call-slots"].$get());
    setIsAsking(false);
    setOffer(outcome.isDone ? outcome.answer : null);
    // The time of a slot that was taken must not be sent again as a requested time.
    if (isTaken) write("contactTime", "");
    if (outcome.isDone) {
      follow(outcome.answer.slots);
      takeCarried(outcome.answer.slots);
    }
    // The focus moves to the slots, where the visitor must choose again.
    if (isTaken) box.current?.querySelector("input")?.focus();
  });
  // Loads the slots again after a rejection, because the slot is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again after a rejection
  useEffect(() => {
    if (isReached && (isTaken || !offer)) void ask();
  }, [isReached, isTaken]);

  /** Selects the slot that matches the typed date and time, if there is one. */
  function follow(slots: string[]) {
    if (!ref.current) return;
    const typed = readTyped(ref.current);
    const zone = ownTimeZone();
    const named = slots.filter((slot) => isTyped(slot, typed, zone));
    const next = named.find((slot) => slot === typed[slotField]) ?? named[0] ?? null;
    if (field.current) field.current.value = next ?? "";
    setChosen(next);
  }
  /**
   * Selects the time that the visitor picked on another page, unless another time was typed since.
   */
  function takeCarried(slots: string[]) {
    const carried = carriedSlot(search);
    if (!carried || !ref.current || isTaken) return;
    const { contactDate, contactTime } = readTyped(ref.current);
    if (contactDate || contactTime) return;
    if (slots.includes(carried)) pick(carried);
    else setIsCarriedGone(true);
  }
  const onTyped = useEffectEvent(({ target }: Event) => {
    const isTime = target instanceof HTMLInputElement && /^contact(Date|Time)$/.test(target.name);
    if (isTime && offer) follow(offer.slots);
  });
  // The slots appear above fields that someone may be filling in. Browsers keep the focused field
  // in its place only if the page is already scrolled.
  useEffect(() => {
    const { activeElement } = document;
    if (!offer || !activeElement || !ref.current?.contains(activeElement)) return;
    activeElement.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [offer, ref]);

  useEffect(() => {
    const form = ref.current;
    form?.addEventListener("input", onTyped, { capture: true });
    return () => form?.removeEventListener("input", onTyped, { capture: true });
  }, [ref]);

  function pick(slot: string) {
    const { date, time } = typedAs(slot, ownTimeZone());
    write("contactDate", date);
    write("contactTime", time);
    // The slot is written last, so that it is the selected one of two slots with the same local
    // time.
    write(slotField, slot);
    setChosen(slot);
    requestAnimationFrame(() => said.current?.scrollIntoView({ block: "nearest" }));
  }

  /** Sets a field's value and dispatches an input event, so that the form notices the change. */
  function write(name: string, value: string) {
    const input = ref.current?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <>
      <input ref={field} type="hidden" name={slotField} />
      {isReached && isAsking && !offer && (
        <p className={styles.waiting} role="status">
          {words.waiting}
        </p>
      )}
      {offer && offer.slots.length > 0 && (
        <fieldset ref={box} className={styles.picker}>
          <legend>{words.title(offer.minutes)}</legend>
          <Slots offer={offer} chosen={chosen} onPick={pick} />
          {isCarriedGone && !chosen && !isTaken && (
            <p className={styles.taken} role="status">
              <IconAlertCircle size={18} aria-hidden />
              {words.gone}
            </p>
          )}
          {isTaken && (
            <p className={styles.taken}>
              <IconAlertCircle size={18} aria-hidden />
              {errors[slotField]}
            </p>
          )}
          <p ref={said} role="status" className={styles.chosen}>
            {chosen &&
              words.chosen(
                bookedTimeText(
                  new Date(chosen),
                  ownTimeZone(),
                  namedZone(offer.timeZone, { ...site.officeHours, zoneName }),
                  language,
                ),
              )}
          </p>
          <p className={styles.zone}>{words.orType}</p>
        </fieldset>
      )}
    </>
  );
}

type SlotsProps = { offer: CallSlots; chosen: string | null; onPick: (slot: string) => void };

function Slots({ offer, chosen, onPick }: SlotsProps) {
  const { language } = useWords();
  const { slots: words } = useMarketingWords().questionnaire;
  const zone = ownTimeZone();
  const days = useMemo(() => daysOf(offer.slots, zone), [offer, zone]);
  const [opened, setOpened] = useState<string | null>(null);
  const [isAll, setIsAll] = useState(false);
  const chosenDay = days.find(({ slots }) => chosen !== null && slots.includes(chosen));
  const shown = days.find(({ day }) => day === opened) ?? chosenDay ?? days[0];
  const isFar = days.findIndex(({ day }) => day === shown?.day) >= daysShown;
  const offered = isAll || isFar ? days : days.slice(0, daysShown);
  const isElsewhere = shown?.slots.some(
    (slot) => !showsSameTime(new Date(slot), zone, offer.timeZone),
  );
  return (
    <>
      <div role="radiogroup" aria-label={words.days} className={styles.days}>
        {offered.map(({ day }) => (
          <label key={day}>
            <input
              type="radio"
              name="slotDay"
              checked={day === shown?.day}
              onChange={() => setOpened(day)}
            />
            <span>{dayText(day, { weekday: "short" }, language)}</span>
            {dayText(day, { month: "short", day: "numeric" }, language)}
          </label>
        ))}
        {offered.length < days.length && (
          <button type="button" onClick={() => setIsAll(true)}>
            {words.moreDays}
          </button>
        )}
      </div>
      {isElsewhere && <p className={styles.zone}>{words.zones(timeZoneText(zone, language))}</p>}
      <div role="radiogroup" aria-label={words.times} className={styles.times}>
        {shown?.slots.map((slot) => (
          <label key={slot}>
            <input
              type="radio"
              name="slotTime"
              checked={slot === chosen}
              onChange={() => onPick(slot)}
            />
            {clockText(new Date(slot), zone, language)}
          </label>
        ))}
      </div>
    </>
  );
}
