// To the owner, when Meta rejects a page's access token, or when we can't decrypt it.
export const refusedTokenNotice = {
  subject: "We can’t get leads from {{ source }}",
  text: `
The access token for page {{ page }} ({{ source }}) doesn’t work:

{{ problem }}

Meta still notifies us about new leads. We keep each one and retry for 36 hours. Save a new access token for the page here, and we’ll also look for any leads we missed: {{ link }}
`,
};
