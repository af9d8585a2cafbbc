// To the owner, when a source has brought no lead for unusually long.
export const silentSourceNotice = {
  subject: "No leads from {{ source }} since {{ since }}",
  text: `
{{ source }} ({{ practice }}) usually brings leads more often. Its last one came {{ since }}.

Check that its ads are running and its form works, then send a test lead. What it was sent: {{ link }}

We’ll write again only if it goes quiet another time.
`,
};
