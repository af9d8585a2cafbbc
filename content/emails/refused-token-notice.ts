// To the owner, when Meta rejects a page's access token, or when we can't decrypt it.
export const refusedTokenNotice = {
  subject: "Leads from {{ source }} can’t be fetched",
  text: `
The access token for page {{ page }} ({{ source }}) doesn’t work:

{{ problem }}

Meta still announces new leads, and we keep each one and retry it for 36 hours. Give the page a new access token, then fetch any leads that are no longer being retried: {{ link }}
`,
};
