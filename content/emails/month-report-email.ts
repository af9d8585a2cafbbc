// To people at a practice, with a month's report attached.
export const monthReportEmail = {
  subject: "{{ practice }}: your report for {{ month }}",
  text: `
Hi{% if firstName %} {{ firstName }}{% endif %},

{% if note %}{{ note }}

{% endif %}Your report for {{ month }} is attached: how many inquiries came in, how quickly you called, and how many people booked.

See the same numbers, with the leads behind them: {{ link }}

{{ agency }}
{{ phone }}
{% if stopUrl %}
You get this on the first because you’re a manager of {{ practice }}’s lead desk. {{ stop }}: {{ stopUrl }}

{{ agency }}, {{ postalAddress }}
{% endif %}`,
};
