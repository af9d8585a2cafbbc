// To the owner, when Meta no longer takes a page's access token.
export const refusedTokenNotice = {
  subject: "Leads of {{ source }} cannot be fetched",
  text: `
Meta refuses the access token of page {{ page }} ({{ source }}):

{{ problem }}

Leads are still announced and kept, and each is tried again for 36 hours. Give the page a new access
token, then fetch the leads that are no longer tried: {{ link }}
`,
};
