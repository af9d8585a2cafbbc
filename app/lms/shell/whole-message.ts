// Loads the whole message of which a lead has the start.
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { firstWordsIn, wordsIn } from "#contract/fields-in-answers.ts";
import type { Inquiry } from "#contract/inquiries.ts";

/** Returns the start if the rest can't be loaded. */
export async function loadWholeMessage(leadId: string, start: string): Promise<string> {
  const request = { param: { id: leadId }, query: {} };
  const outcome = await askApi(() => api.leads[":id"].$get(request));
  return outcome.isDone ? wholeMessage(start, outcome.answer.inquiries) : start;
}

/** Returns the message of which this is the start, from the inquiry that it came with. */
export function wholeMessage(start: string, inquiries: Pick<Inquiry, "answers">[]): string {
  const from = inquiries.find(({ answers }) => firstWordsIn(answers) === start);
  return from ? wordsIn(from.answers) : start;
}
