// The buttons for the eight outcomes of a call. Seven outcomes have one button each; a callback has
// one for each usual time, and one for each of the next days.
import type { Icon } from "#app/ui/icons.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { callbackWords, callWords } from "#content/desk/calls.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { CallbackTimes } from "./callback-picker.tsx";
import styles from "./outcome-choices.module.css";
import { outcomeIcons } from "./outcome-icons.ts";
import { TimeForm } from "./time-form.tsx";

/** An outcome with its name, and with what happens after it is chosen. */
export type OutcomeWords = { outcome: CallOutcome; name: string; follows: string };

type ChoicesProps = {
  /**
   * The outcomes in the order in which they are shown. An outcome's number in this order is its
   * key.
   */
  outcomes: OutcomeWords[];
  now: Date;
  /** The business hours in which callback times are offered. */
  hours: BusinessHours;
  chosen: CallOutcome | undefined;
  /** Whether the provider reported that nobody answered, which marks that outcome. */
  isUnanswered: boolean;
  onChoose: (outcome: CallOutcome, callBackAt?: Date) => void;
};

export function OutcomeChoices(choices: ChoicesProps) {
  const { outcomes, now, hours, chosen, isUnanswered, onChoose } = choices;
  return (
    <div className={styles.outcomes}>
      {outcomes.map(({ outcome, ...words }, index) => {
        const isSuggested = isUnanswered && outcome === "no_answer";
        const follows = isSuggested ? callWords.nobodyAnswered : words.follows;
        const props = { ...words, follows, icon: outcomeIcons[outcome], number: index + 1 };
        const isChosen = outcome === chosen;
        if (outcome === "call_back") {
          const onPick = (at: Date) => onChoose(outcome, at);
          return <Callback key={outcome} {...{ ...props, now, hours, isChosen, onPick }} />;
        }
        return (
          <button
            key={outcome}
            type="button"
            data-outcome={outcome}
            data-suggested={isSuggested || undefined}
            className={styles.outcome}
            aria-pressed={isChosen}
            onClick={() => onChoose(outcome)}
          >
            <Label {...props} />
          </button>
        );
      })}
    </div>
  );
}

type LabelProps = { name: string; follows: string; number: number; icon: Icon };

function Label({ name, follows, number, icon: Icon }: LabelProps) {
  return (
    <>
      <Icon size={20} aria-hidden />
      <span className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.follows}>{follows}</span>
      </span>
      <KeyCap aria-hidden>{number}</KeyCap>
    </>
  );
}

type CallbackProps = LabelProps & {
  now: Date;
  hours: BusinessHours;
  isChosen: boolean;
  onPick: (at: Date) => void;
};

function Callback({ now, hours, isChosen, onPick, ...label }: CallbackProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid's row
    <div
      role="group"
      aria-label={label.name}
      data-outcome="call_back"
      data-chosen={isChosen || undefined}
      className={styles.callback}
    >
      <div className={styles.label}>
        <Label {...label} />
      </div>
      <CallbackTimes
        {...{ now, hours, onPick }}
        timesClass={styles.times}
        daysClass={styles.days}
      />
      <div className={styles.own}>
        <TimeForm isBare words={callbackWords} now={now} hours={hours} onPick={onPick} />
      </div>
    </div>
  );
}
