// One number of a day: a button that becomes a field when clicked. Enter saves it, and so does
// editing another number. Escape discards the change.
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { useRevalidator } from "react-router";
import { amountOf } from "#app/admin/amount.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { fieldSentences } from "#app/ui/form-values.ts";
import { IconCheck, IconX } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { campaignWords as words } from "#content/console/campaigns.ts";
import { toastTitles } from "#content/console/frame.ts";
import { fieldMessages } from "#content/messages.ts";
import { english } from "#content/words.ts";
import { type CampaignDay, DayChange } from "#contract/campaigns.ts";
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";
import { centsText, countText } from "./campaign-texts.ts";
import styles from "./day-figure.module.css";
import { Figure } from "./figure.tsx";

export type FigureName = "impressions" | "clicks" | "spendCents";

const figureNames: Record<FigureName, string> = {
  impressions: words.impressions,
  clicks: words.clicks,
  spendCents: words.spend,
};

type FigureProps = {
  id: string;
  day: string;
  /** The day's numbers; null if none are recorded. */
  figures: CampaignDay | null;
  name: FigureName;
  isEdited: boolean;
  onEdit: () => void;
  onLeave: () => void;
  /**
   * Saves the number that is being edited. Returns false if it can't be saved, so that its field
   * stays open.
   */
  leaving: RefObject<(() => boolean) | null>;
};

export function DayFigure({ isEdited, onEdit, ...figure }: FigureProps) {
  const { day, figures, name } = figure;
  const label = words.edit(figureNames[name], dayText(day, { dateStyle: "medium" }));
  if (isEdited) return <Field {...figure} label={label} />;
  const value = figures?.[name] ?? null;
  return (
    <button type="button" className={styles.figure} title={label} onClick={onEdit}>
      <Figure text={name === "spendCents" ? centsText(value) : countText(value)} />
    </button>
  );
}

type FieldProps = Omit<FigureProps, "isEdited" | "onEdit"> & { label: string };

function Field({ id, day, figures, name, label, onLeave, leaving }: FieldProps) {
  const { revalidate } = useRevalidator();
  const problemId = useId();
  const [opened] = useState(() => textOf(name, figures?.[name] ?? null));
  const [typed, setTyped] = useState(opened);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** False once another number is being edited. */
  const isHere = useRef(true);

  /** Saves the number. Returns false if it can't be saved; the field then keeps what was typed. */
  function save(): boolean {
    if (isSending) return true;
    if (typed.trim() === opened) {
      onLeave();
      return true;
    }
    const checked = DayChange.safeParse({ [name]: readFigure(name, typed) });
    if (!checked.success) {
      setProblem(Object.values(fieldSentences(checked.error, fieldMessages))[0] ?? null);
      input.current?.focus();
      return false;
    }
    void send(checked.data);
    return true;
  }

  async function send(json: DayChange) {
    setIsSending(true);
    const param = { id, day };
    const outcome = await askApi(
      () => api.admin.campaigns[":id"].days[":day"].$patch({ param, json }),
      english,
    );
    setIsSending(false);
    if (!outcome.isDone) {
      const { errors, message } = outcome.refusal;
      const told = Object.values(errors)[0] ?? message;
      if (isHere.current) setProblem(told);
      else showToast({ title: toastTitles.error, message: told, urgency: "alert", seconds: 8 });
      return;
    }
    await revalidate();
    if (isHere.current) onLeave();
  }

  const onSwitch = useEffectEvent(save);
  useEffect(() => {
    isHere.current = true;
    const leave = () => onSwitch();
    leaving.current = leave;
    return () => {
      isHere.current = false;
      if (leaving.current === leave) leaving.current = null;
    };
  }, [leaving]);

  function submit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onLeave();
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was clicked
        autoFocus
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? problemId : undefined}
        inputMode={name === "spendCents" ? "decimal" : "numeric"}
        autoComplete="off"
        readOnly={isSending}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" aria-label={words.saveFigure} aria-disabled={isSending}>
        <IconCheck aria-hidden />
      </button>
      <button type="button" aria-label={words.leaveFigure} onClick={onLeave}>
        <IconX aria-hidden />
      </button>
      {problem && (
        <p id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function textOf(name: FigureName, value: number | null): string {
  if (value === null) return "";
  return name === "spendCents" ? dollarsText(value) : String(value);
}

/**
 * Parses a number such as "1,200", as copied from a platform's page. Returns NaN for text that
 * can't be parsed.
 */
function readFigure(name: FigureName, typed: string): number | null {
  if (name === "spendCents") return amountOf(typed);
  const text = typed.trim();
  return text === "" ? null : Number(text.replaceAll(",", ""));
}
