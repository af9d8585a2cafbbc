// An open dashboard without a browser: it reads its event stream, reconnects whenever the stream
// ends, and reads the list after each `hello` and `refetch`, as `app/lms/layout.tsx` does.
import { setTimeout as sleep } from "node:timers/promises";
import type { DeskChange } from "#contract/desk-events.ts";
import { type Lead, maxLeadPageSize } from "#contract/leads.ts";
import type { LeadList } from "#contract/queue.ts";
import { madePassword } from "#server/db/make.ts";
import { answeredBy } from "./proxy.ts";

export async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: madePassword }),
  });
  return (await answer.json()).token;
}

export function openDeskWithoutBrowser(origin: string, token: string) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const headers = { Authorization: `Bearer ${token}` };
  const leads = new Map<string, Lead>();
  const streamed = new Set<string>();
  const processes: string[] = [];
  let lists: Promise<void> = Promise.resolve();
  let isListRead = false;

  async function readList() {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({
        limit: String(maxLeadPageSize),
        ...(cursor && { cursor }),
      });
      const answer = await fetch(`${origin}/api/leads/new?${query}`, { headers, signal });
      if (!answer.ok) throw new Error(`The list: ${answer.status}`);
      const page: LeadList = await answer.json();
      for (const lead of page.leads) leads.set(lead._id, lead);
      cursor = page.nextCursor;
    } while (cursor);
  }

  async function readListUntilAnswered(): Promise<void> {
    while (!signal.aborted) {
      const isRead = await readList().then(
        () => true,
        () => false,
      );
      isListRead ||= isRead;
      if (isRead) return;
      await sleep(100);
    }
  }

  function hear(event: string, data: string) {
    if (event === "hello" || event === "refetch") lists = lists.then(readListUntilAnswered);
    if (event !== "changed") return;
    const change: DeskChange = JSON.parse(data);
    for (const { leadId, lead } of change.leads) {
      if (!lead) continue;
      leads.set(leadId, lead);
      streamed.add(leadId);
    }
  }

  async function readStream() {
    const stream = await fetch(`${origin}/api/leads/events`, { headers, signal });
    if (!stream.ok || !stream.body) return;
    processes.push(stream.headers.get(answeredBy) ?? "");
    let unread = "";
    for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
      const events = (unread + piece).split("\n\n");
      unread = events.pop() ?? "";
      for (const one of events) {
        hear(/^event: (.*)$/m.exec(one)?.[1] ?? "", /^data: (.*)$/m.exec(one)?.[1] ?? "");
      }
    }
  }

  const listening = (async () => {
    while (!signal.aborted) {
      await readStream().catch(() => undefined);
      await sleep(100);
    }
  })();
  return {
    isListRead: () => isListRead,
    /** Returns all leads that this desk has received, from the stream or from a list. */
    leads: () => [...leads.values()],
    /** Returns only the leads that came from the stream. */
    streamed: () => [...streamed].flatMap((id) => leads.get(id) ?? []),
    /** Returns the process behind each of this desk's streams, the open stream's last. */
    processes: () => processes,
    async close() {
      stopping.abort();
      await listening;
      await lists;
    },
  };
}
