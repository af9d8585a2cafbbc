// The command palette: opens a screen or a lead, or runs an action for the focused lead.

import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import { useDeskFocus, useSend } from "#app/lms/shell/desk-bus.tsx";
import { deskUrl } from "#app/lms/shell/desk-context.ts";
import { callName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconSearch } from "#app/ui/icons.tsx";
import { paletteWords } from "#content/desk/shell.ts";
import type { Lead } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./command-palette.module.css";

type Item = { id: string; kind: string; name: string; beside?: string; act: () => void };

type PaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  viewAs: string | null;
  places: { name: string; url: string }[];
  onHelp: () => void;
};

export function CommandPalette({ isOpen, onClose, ...rest }: PaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={paletteWords.title}>
      {isOpen && <Box {...rest} onClose={onClose} />}
    </Dialog>
  );
}

function Box({ onClose, viewAs, places, onHelp }: Omit<PaletteProps, "isOpen">) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { people, isAsking } = usePeople(typed, viewAs);
  const send = useSend();
  const { current } = useDeskFocus()();
  const go = (path: string) => () => void navigate(deskUrl(path, viewAs));

  const actions: Item[] = current
    ? [
        ...(current.canCall
          ? [
              {
                id: "call",
                kind: callName(current.lead),
                name: paletteWords.call,
                act: () => send({ type: "callLead", leadId: current.lead._id }),
              },
            ]
          : []),
        {
          id: "open",
          kind: callName(current.lead),
          name: paletteWords.open,
          act: go(`/lms/lead?id=${current.lead._id}`),
        },
        ...(viewAs
          ? []
          : [
              {
                id: "archive",
                kind: callName(current.lead),
                name: paletteWords.archive,
                act: () => send({ type: "archiveLead", leadId: current.lead._id }),
              },
            ]),
      ]
    : [];
  const screens: Item[] = [
    ...places.map(({ name, url }) => ({ id: url, kind: paletteWords.screen, name, act: go(url) })),
    {
      id: "callbacks",
      kind: paletteWords.screen,
      name: paletteWords.callbacks,
      act: go("/lms/archive?list=callback"),
    },
    ...(viewAs
      ? []
      : [
          {
            id: "mail",
            kind: paletteWords.screen,
            name: paletteWords.mail,
            act: go("/lms/mail"),
          },
        ]),
    ...(viewAs
      ? []
      : [{ id: "add", kind: paletteWords.screen, name: paletteWords.add, act: go("/lms/lead") }]),
    { id: "keys", kind: paletteWords.screen, name: paletteWords.keys, act: onHelp },
  ];
  const wanted = typed.trim().toLowerCase();
  const found: Item[] = people.map((lead) => ({
    id: lead._id,
    kind: paletteWords.states[lead.state],
    name: callName(lead),
    beside: phoneText(lead.phone),
    act: go(`/lms/lead?id=${lead._id}`),
  }));
  const items = [
    ...[...actions, ...screens].filter(({ name }) => name.toLowerCase().includes(wanted)),
    ...found,
  ];
  const chosen = Math.min(at, items.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((chosen + step + items.length) % Math.max(1, items.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(items[chosen]);
    }
  }

  /** The dialog closes first, because it returns focus to the previously focused element. */
  function choose(item: Item | undefined) {
    if (!item) return;
    onClose();
    setTimeout(item.act, 0);
  }

  return (
    <div className={styles.palette}>
      <div className={styles.box}>
        <IconSearch aria-hidden />
        <input
          role="combobox"
          aria-label={paletteWords.label}
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={items[chosen] && `${id}-${chosen}`}
          aria-autocomplete="list"
          placeholder={paletteWords.label}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {items.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={paletteWords.title}
          className={styles.list}
        >
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input above handles the keyboard
            <div
              key={item.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={styles.item}
              onClick={() => choose(item)}
              onPointerMove={() => setAt(index)}
            >
              <span className={styles.name}>{item.name}</span>
              <span className={styles.hint}>{item.beside}</span>
              <span className={styles.kind}>{item.kind}</span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className={styles.none}>
        {items.length === 0 &&
          !isAsking &&
          (wanted.length < minLength ? paletteWords.tooShort : paletteWords.none)}
      </p>
    </div>
  );
}

const minLength = 2;
const pauseMs = 120;
const mostOfEach = 8;

/** Matching leads: the queue first, then everybody else. */
function usePeople(typed: string, viewAs: string | null) {
  const [answer, setAnswer] = useState<{ search: string; people: Lead[] }>({
    search: "",
    people: [],
  });
  const search = typed.trim();
  useEffect(() => {
    if (search.length < minLength) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const query = { search, ...(viewAs && { client: viewAs }) };
      const [queue, others] = await Promise.all([
        askApi(() =>
          api.leads.new.$get({ query: { ...query, sort: "next", limit: String(mostOfEach) } }),
        ),
        askApi(() => api.leads.others.$get({ query })),
      ]);
      if (!isCurrent) return;
      const people: Lead[] = [queue, others].flatMap((one) => (one.isDone ? one.answer.leads : []));
      setAnswer({ search, people });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, viewAs]);
  const isSearching = search.length >= minLength;
  return {
    people: isSearching ? answer.people : [],
    isAsking: isSearching && answer.search !== search,
  };
}
