// What the office phones' ring and the texts do for response times. The reports and the owner's page
// about a practice show the same lines.
import { isFew, shareText } from "#app/ui/share.ts";
import { phoneFigureWords as words } from "#content/desk/phone-figures.ts";
import {
  minForMedian,
  type PhoneFigures,
  type RingFigures,
  type TextFigures,
} from "#contract/figures.ts";
import styles from "./phone-figures.module.css";

export function PhoneFigureList({ figures: { ring, texts } }: { figures: PhoneFigures }) {
  const lines = [...(ring ? ringLines(ring) : []), ...(texts ? textLines(texts) : [])];
  return (
    <>
      <dl className={styles.figures}>
        {lines.map(({ name, value, more }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{words.note(minForMedian)}</p>
    </>
  );
}

type Line = { name: string; value: string; more: string };

function ringLines({ on, off, firstCalls, reached }: RingFigures): Line[] {
  const group = ({ inquiries, half }: RingFigures["on"]) => ({
    value: words.median(half),
    more: words.inquiries(inquiries),
  });
  return [
    { name: words.on, ...group(on) },
    { name: words.off, ...group(off) },
    { name: words.byKey, ...partOf(reached, firstCalls, words.firstCalls(reached, firstCalls)) },
  ];
}

function textLines({ conversations, answeredInDay, waiting, medianMinutes }: TextFigures): Line[] {
  const decided = conversations - waiting;
  const counted = words.conversations(answeredInDay, decided);
  const { value, more } = partOf(answeredInDay, decided, counted);
  const later = waiting > 0 ? words.waiting(waiting) : "";
  return [
    { name: words.answered, value, more: [more, later].filter(Boolean).join(", ") },
    { name: words.answerTime, value: words.minutes(medianMinutes), more: "" },
  ];
}

/** For small numbers, there is no percentage. */
function partOf(part: number, total: number, counted: string) {
  return isFew(total)
    ? { value: counted, more: "" }
    : { value: shareText(part, total), more: counted };
}
