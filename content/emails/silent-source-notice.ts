// To the owner, when a source has gone an unusually long time without delivering a lead.
export const silentSourceNotice = {
  subject: "No leads from {{ source }} since {{ since }}",
  text: `
{{ source }} ({{ practice }}) usually brings in leads more often. The last one came in on {{ since }}.

Check that its ads are running and its form works, then send a test lead. See what it has received: {{ link }}

We won’t email you about this again unless leads come in and then stop again.
`,
};
