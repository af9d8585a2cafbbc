// To the owner, when Meta no longer takes a page's access token.
export const refusedTokenNotice = {
  subject: "Leads of {{ source }} cannot be fetched",
  text: `
Meta refuses the access token of page {{ page }} ({{ source }}):

{{ problem }}

Leads go on being announced and are kept; each is tried again for about a day. Give the source a new
page token, then fetch the ones that stopped being tried: {{ link }}
`,
};
