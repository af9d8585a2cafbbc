// To a practice's alert addresses, when no one has opened a new lead within five minutes of
// business hours.
export const leadUnseen = {
  subject: "New lead{% if name %}: {{ name }}{% endif %}",
  text: `
{{ name | default: 'Someone' }} reached out at {{ time }}, and nobody has opened the lead yet.

Call now: {{ link }}
`,
};

/** Used if many leads came in together. */
export const leadsUnseen = {
  subject: "{{ count }} new leads",
  text: `
{{ count }} new leads came in, and nobody has opened them yet.

Call now: {{ link }}
`,
};
