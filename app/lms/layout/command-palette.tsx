// The lead desk's command palette. A command opens a screen or a lead, or does something with the
// focused lead.

import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import { assignChoices, useAssign } from "#app/lms/shell/assigning.ts";
import { useDeskFocus, useSend } from "#app/lms/shell/desk-bus.tsx";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { callName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Palette, PaletteBox, type PaletteItem } from "#app/ui/palette/palette.tsx";
import { useFound } from "#app/ui/palette/use-found.ts";
import { deskPaletteWords as words } from "#content/desk/shell.ts";
import { paletteWords } from "#content/interface.ts";
import type { Lead } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";

type PaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  viewAs: string | null;
  places: { name: string; url: string }[];
  onHelp: () => void;
};

export function CommandPalette({ isOpen, onClose, ...rest }: PaletteProps) {
  return (
    <Palette isOpen={isOpen} onClose={onClose}>
      <Box {...rest} onClose={onClose} />
    </Palette>
  );
}

function Box({ onClose, viewAs, places, onHelp }: Omit<PaletteProps, "isOpen">) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const { found, isAsking } = useFound(typed, (search) => findPeople(search, viewAs), []);
  const send = useSend();
  const { current } = useDeskFocus()();
  const { person } = useDesk();
  const assign = useAssign();
  const go = (path: string) => () => void navigate(deskUrl(path, viewAs));
  const screen = (id: string, name: string, act: () => void): PaletteItem => ({
    ...{ id, name, act },
    kind: paletteWords.screen,
  });

  const actions: PaletteItem[] = [];
  if (current) {
    const { lead, canCall } = current;
    const kind = callName(lead);
    const call = () => send({ type: "callLead", leadId: lead._id });
    const archive = () => send({ type: "archiveLead", leadId: lead._id });
    if (canCall) actions.push({ id: "call", kind, name: words.call, act: call });
    actions.push({ id: "open", kind, name: words.open, act: go(`/lms/lead?id=${lead._id}`) });
    const [own] = assignChoices(lead, person);
    if (own) {
      const take = () => void assign(lead, own._id);
      actions.push({ id: "take", kind, name: own.label, act: take });
    }
    if (!viewAs) actions.push({ id: "archive", kind, name: words.archive, act: archive });
  }
  const screens = [
    ...places.map(({ name, url }) => screen(url, name, go(url))),
    ...(viewAs
      ? []
      : [screen("mail", words.mail, go("/lms/mail")), screen("add", words.add, go("/lms/lead"))]),
    screen("keys", words.keys, onHelp),
  ];
  return (
    <PaletteBox
      label={words.label}
      typed={typed}
      onType={setTyped}
      entries={[...actions, ...screens]}
      found={found.map((lead) => ({
        id: lead._id,
        kind: words.states[lead.state],
        name: callName(lead),
        beside: phoneText(lead.phone),
        act: go(`/lms/lead?id=${lead._id}`),
      }))}
      isAsking={isAsking}
      none={words.none}
      tooShort={words.tooShort}
      onClose={onClose}
    />
  );
}

const mostInQueue = 8;

/** Returns the leads that match, with those in the queue first. */
async function findPeople(search: string, viewAs: string | null): Promise<Lead[]> {
  const query = { search, ...(viewAs && { client: viewAs }) };
  const answers = await Promise.all([
    askApi(() =>
      api.leads.new.$get({ query: { ...query, sort: "next", limit: String(mostInQueue) } }),
    ),
    askApi(() => api.leads.others.$get({ query })),
  ]);
  return answers.flatMap((one) => (one.isDone ? one.answer.leads : []));
}
