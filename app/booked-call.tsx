// A visitor opens this page with the link in the emails about a booked call, to reschedule or
// cancel the call. That takes a click on a button, because email scanners open links first. It
// works without JavaScript or a login.
import { useId } from "react";
import { Form, Link, redirect } from "react-router";
import { apiContext } from "#app/api.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { type ApiResponse, bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { IconCalendarTime, IconCircleCheck } from "#app/ui/icons.tsx";
import { bookedCallWords } from "#content/booked-call.ts";
import { spanishBookedCall, spanishBookingAnswers } from "#content/es/booked-call.ts";
import { spanishZoneName } from "#content/es/office.ts";
import { bookingMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { bookedTimeText, namedZone } from "#contract/booked-time.ts";
import type { LinkedBooking } from "#contract/bookings.ts";
import { ApiError } from "#contract/errors.ts";
import { clockText, dayText, zoneText } from "#contract/moment-text.ts";
import { dayIn } from "#contract/zones.ts";
import type { Route } from "./+types/booked-call.ts";
import styles from "./booked-call.module.css";

const allWords = {
  en: { ...bookedCallWords, done: bookingMessages, zoneName: site.officeHours.zoneName },
  es: { ...spanishBookedCall, done: spanishBookingAnswers, zoneName: spanishZoneName },
} as const;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: allWords[loaderData?.language ?? "en"].title },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const t = searchParams.get("t") ?? "";
  const answer = await context.get(apiContext).bookings.link.$get({ query: { t } });
  if (!answer.ok && answer.status !== 422) throw new Response(null, { status: answer.status });
  const booking = answer.ok ? await bodyOf(answer) : null;
  const language = booking?.language ?? "en";
  const done = doneWhat.find((what) => what === searchParams.get("done")) ?? null;
  return { t, day: searchParams.get("day"), done, booking, language };
}

const doneWhat = ["moved", "canceled"] as const;

export async function action({ request, context }: Route.ActionArgs) {
  const { link } = context.get(apiContext).bookings;
  const typed = await request.formData();
  const [t, slot] = [textOf(typed, "t"), textOf(typed, "slot")];
  if (textOf(typed, "what") === "cancel") {
    return finish(await link.cancellations.$post({ json: { t } }), t, "canceled");
  }
  if (!slot) return null;
  return finish(await link.moves.$post({ json: { t, slot } }), t, "moved");
}

/** Returns an error message, or redirects to the page in its new state. */
async function finish(answer: ApiResponse, t: string, done: string) {
  if (answer.ok) throw redirect(`/booked-call?t=${encodeURIComponent(t)}&done=${done}`);
  const refusal = ApiError.safeParse(await answer.json()).data;
  if (!refusal || answer.status >= 500) throw new Response(null, { status: answer.status });
  return refusal.message;
}

function textOf(typed: FormData, name: string): string {
  const value = typed.get(name);
  return typeof value === "string" ? value : "";
}

export default function BookedCall({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, done, language } = loaderData;
  const words = allWords[language];
  const refusal = actionData === null ? words.pick : (actionData ?? null);
  return (
    <AccountPage title={words.title} home={language === "es" ? "/es/marketing" : "/marketing"}>
      {done && (
        <p role="status" className={styles.done}>
          <IconCircleCheck size={22} aria-hidden />
          {words.done[done]}
        </p>
      )}
      {booking ? <Booked {...loaderData} booking={booking} /> : <p>{words.dead}</p>}
      <RefusalLine sentence={refusal} />
      {booking && booking.state !== "past" && <Move {...loaderData} booking={booking} />}
      {booking?.state === "coming" && <Cancel t={loaderData.t} words={words} />}
      <p className={styles.call}>
        {words.orCall} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>
      </p>
    </AccountPage>
  );
}

type Shown = { t: string; day: string | null; booking: LinkedBooking };

function Booked({ booking: { state, startsAt, timeZone, call, language } }: Shown) {
  const words = allWords[language];
  const own = namedZone(call.timeZone, { ...site.officeHours, zoneName: words.zoneName });
  return (
    <div className={styles.booked}>
      <p>{words[state]}</p>
      <p className={styles.when} data-state={state}>
        <IconCalendarTime size={24} aria-hidden />
        <time dateTime={startsAt}>
          {bookedTimeText(new Date(startsAt), timeZone, own, language)}
        </time>
      </p>
    </div>
  );
}

function Move({ t, day, booking: { state, startsAt, timeZone, call, language } }: Shown) {
  const words = allWords[language];
  const titleId = useId();
  const slots = call.slots.filter((slot) => state === "canceled" || slot !== startsAt);
  const dayOf = (slot: string) => dayIn(new Date(slot), timeZone);
  const days = [...new Set(slots.map(dayOf))];
  const shown = days.find((one) => one === day) ?? days[0];
  const again = state === "canceled";
  return (
    <section aria-labelledby={titleId} className={styles.move}>
      <h2 id={titleId}>{again ? words.againTitle : words.moveTitle}</h2>
      {!shown && <p>{words.none}</p>}
      {shown && (
        <>
          <nav aria-label={words.days} className={styles.days}>
            {days.map((one) => (
              <Link
                key={one}
                to={`?t=${encodeURIComponent(t)}&day=${one}`}
                aria-current={one === shown ? "true" : undefined}
                preventScrollReset
              >
                <span>{dayText(one, { weekday: "short" }, language)}</span>
                {dayText(one, { month: "short", day: "numeric" }, language)}
              </Link>
            ))}
          </nav>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="t" value={t} />
            <input type="hidden" name="what" value="move" />
            <fieldset className={styles.times}>
              <legend>{words.zones(zoneText(new Date(startsAt), timeZone, language))}</legend>
              {slots
                .filter((slot) => dayOf(slot) === shown)
                .map((slot) => (
                  <label key={slot}>
                    <input type="radio" name="slot" value={slot} required />
                    {clockText(new Date(slot), timeZone, language)}
                  </label>
                ))}
            </fieldset>
            <Button type="submit">{again ? words.again : words.move}</Button>
          </Form>
        </>
      )}
    </section>
  );
}

function Cancel({ t, words }: { t: string; words: (typeof allWords)["en" | "es"] }) {
  return (
    <details className={styles.cancel}>
      <summary>{words.cancelTitle}</summary>
      <Form method="post">
        <input type="hidden" name="t" value={t} />
        <input type="hidden" name="what" value="cancel" />
        <p>{words.cancelAsk}</p>
        <Button type="submit" variant="danger">
          {words.cancel}
        </Button>
      </Form>
    </details>
  );
}
