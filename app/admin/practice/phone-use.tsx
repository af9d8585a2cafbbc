// What the practice's phones and texts do, and what they used. Nothing for a practice without them.
import { PhoneFigureList } from "#app/ui/phone-figures.tsx";
import { practicePageWords } from "#content/console/practices.ts";
import { phoneFigureWords, phoneUsageWords as words } from "#content/desk/phone-figures.ts";
import { monthName } from "#contract/month-reports.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import boxes from "./box.module.css";

export function PhoneUse({ practice: { phoneFigures, phoneUsage } }: { practice: PracticeDetail }) {
  const hasFigures = phoneFigures.ring !== null || phoneFigures.texts !== null;
  if (!hasFigures && phoneUsage.length === 0) return null;
  return (
    <section className={boxes.box} aria-labelledby="phone-use">
      <h2 id="phone-use">
        {phoneFigureWords.title} <span>{practicePageWords.span}</span>
      </h2>
      {hasFigures && <PhoneFigureList figures={phoneFigures} />}
      {phoneUsage.length > 0 && (
        <>
          <h3>{words.title}</h3>
          <ul>
            {phoneUsage.map(({ month, minutes, segments }) => (
              <li key={month}>{words.month(monthName(month), minutes, segments)}</li>
            ))}
          </ul>
          <p className={boxes.quiet}>{words.note}</p>
        </>
      )}
    </section>
  );
}
