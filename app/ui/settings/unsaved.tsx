// One way to save settings. The forms of a page have no buttons. As soon as a form differs from
// what is saved, a bar at the bottom names it, with Save and Discard, and leaving the page needs a
// confirmation.
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useBlocker } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Form, FormRefusal, FormScope } from "#app/ui/form.tsx";
import { isFormChanged, keepAsInitial } from "#app/ui/form-drafts.ts";
import { KeyCap } from "#app/ui/key-cap.tsx";
import type { FormState } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { unsavedSettingsWords as words } from "#content/interface.ts";
import styles from "./unsaved.module.css";

/** A form with unsaved changes. */
type Unsaved = {
  name: string;
  form: FormState;
  discard: () => void;
  /** The choice between the user's version and another person's. */
  choice: ReactNode;
  /** Whether no one has typed anything, so that leaving loses nothing. */
  isAsSuggested: boolean;
};

type Report = (name: string, unsaved: Unsaved | null) => void;

const ReportContext = createContext<Report | null>(null);

type PartOptions = Pick<Unsaved, "name" | "form" | "discard"> & {
  choice?: ReactNode;
  /** Whether the form was never saved, so that the suggested values can be saved as they are. */
  isNew?: boolean;
  /** Whether something other than a field's value has changed, such as the number of rows. */
  isReshaped?: boolean;
};

/**
 * Registers a form with the page's bar. Call the returned function after the form was saved: it
 * makes the submitted values the initial ones. What was typed after the submission still counts as
 * unsaved.
 */
export function useSettingsPart(options: PartOptions): () => void {
  const { name, form, discard, choice = null, isNew = false, isReshaped = false } = options;
  const report = useContext(ReportContext);
  if (!report) throw new Error("A form of settings stands outside of <UnsavedSettings>");
  const [isTyped, setIsTyped] = useState(false);
  const { ref, sent } = form;
  const look = useEffectEvent(() => setIsTyped(ref.current !== null && isFormChanged(ref.current)));
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // Checked right away, because something may have been typed before hydration.
    look();
    const left = new AbortController();
    element.addEventListener("input", () => look(), { signal: left.signal });
    return () => left.abort();
  }, [ref]);
  const isAsSuggested = !isTyped && !isReshaped;
  useEffect(() => {
    const isSaved = isAsSuggested && !isNew;
    report(name, isSaved ? null : { name, form, discard, choice, isAsSuggested });
  });
  useEffect(() => () => report(name, null), [name, report]);
  return () => {
    if (sent.current) keepAsInitial(sent.current);
    setIsTyped(ref.current !== null && isFormChanged(ref.current));
  };
}

/** A form that is saved with the page's bar or with Enter. */
export function SettingsForm({ children, ...props }: ComponentProps<typeof Form>) {
  return (
    <Form {...props}>
      {children}
      <button type="submit" hidden>
        {controlWords.save}
      </button>
    </Form>
  );
}

/** Goes around a page's forms, and shows the bar. */
export function UnsavedSettings({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<Unsaved[]>([]);
  const report = useCallback<Report>((name, unsaved) => {
    setAll((known) => {
      const at = known.findIndex((one) => one.name === name);
      if (!unsaved) return at < 0 ? known : known.toSpliced(at, 1);
      return at < 0 ? [...known, unsaved] : known.with(at, unsaved);
    });
  }, []);
  return (
    <ReportContext value={report}>
      {children}
      <Bar unsaved={all} />
      {all.some(({ isAsSuggested }) => !isAsSuggested) && <LeaveQuestion unsaved={all} />}
    </ReportContext>
  );
}

function Bar({ unsaved }: { unsaved: Unsaved[] }) {
  const bar = useRef<HTMLElement>(null);
  const isShown = unsaved.length > 0;
  const isSaving = unsaved.some(({ form }) => form.isSending);
  const isBusy = useRef(false);

  /**
   * Saves one form after the other, because a form may depend on the version that the previous one
   * created. A second click must not start another round.
   */
  async function save() {
    if (isBusy.current) return;
    isBusy.current = true;
    for (const { form } of unsaved) await form.submit();
    isBusy.current = false;
  }

  function discard() {
    for (const one of unsaved) one.discard();
  }

  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
    event.preventDefault();
    void save();
  });
  useEffect(() => {
    if (!isShown) return;
    const left = new AbortController();
    addEventListener("keydown", (event) => saveByKey(event), { signal: left.signal });
    return () => {
      left.abort();
      // The focus moves before the bar disappears, so that it isn't lost.
      const { activeElement } = document;
      const isLost = activeElement === document.body || bar.current?.contains(activeElement);
      if (isLost) document.getElementById("main")?.focus({ preventScroll: true });
    };
  }, [isShown]);

  return (
    <section ref={bar} aria-label={words.label} className={styles.bar} hidden={!isShown}>
      {unsaved.map(({ name, form, choice }) => (
        <FormScope key={name} form={form}>
          <FormRefusal />
          {choice}
        </FormScope>
      ))}
      <div className={styles.line}>
        <p role="status">
          <strong>{words.label}:</strong> {unsaved.map(({ name }) => name).join(", ")}
        </p>
        {unsaved.some(({ isAsSuggested }) => !isAsSuggested) && (
          <Button variant="quiet" onClick={discard}>
            {words.discard}
          </Button>
        )}
        <Button aria-disabled={isSaving} aria-keyshortcuts="Control+S" onClick={() => void save()}>
          {isSaving ? controlWords.saving : controlWords.save}{" "}
          <KeyCap aria-hidden>{words.key}</KeyCap>
        </Button>
      </div>
    </section>
  );
}

function LeaveQuestion({ unsaved }: { unsaved: Unsaved[] }) {
  const typed = unsaved.filter(({ isAsSuggested }) => !isAsSuggested);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      typed.length > 0 && here.pathname + here.search !== next.pathname + next.search,
  );
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      isOpen={blocker.state === "blocked"}
      onClose={stay}
      title={words.leaveTitle}
      isReadFirst
      asksToLeave
    >
      <p>{words.leaveWhat(typed.map(({ name }) => name).join(", "))}</p>
      <div className={styles.answers}>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          {words.leave}
        </Button>
        <Button variant="quiet" onClick={stay}>
          {words.stay}
        </Button>
      </div>
    </Dialog>
  );
}
