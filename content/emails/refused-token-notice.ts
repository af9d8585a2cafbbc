// To the owner, when Meta no longer takes a page's access token, or we can't read it.
export const refusedTokenNotice = {
  subject: "Leads of {{ source }} cannot be fetched",
  text: `
The access token of page {{ page }} ({{ source }}) doesn't work:

{{ problem }}

Leads are still announced and kept, and each is tried again for 36 hours. Give the page a new access
token, then fetch the leads that are no longer tried: {{ link }}
`,
};
