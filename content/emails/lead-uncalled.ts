// To the owner, when a practice hasn't called a lead within ten minutes of business hours.
import { limitWords } from "#content/response-limits.ts";
export const leadUncalled = {
  subject: "{{ practice }} hasn’t called {{ name | default: 'a new lead' }}",
  text: `
{{ name | default: 'Someone' }} reached out to {{ practice }} at {{ time }}. The office has been open for more than ${limitWords.uncalled} since then, and nobody has called them.

See the lead: {{ link }}
`,
};

/** Used if many leads are waiting. */
export const leadsUncalled = {
  subject: "{{ practice }} hasn’t called {{ count }} leads",
  text: `
{{ count }} leads at {{ practice }} have been waiting for more than ${limitWords.uncalled} during business hours, and nobody has called them.

See them: {{ link }}
`,
};
