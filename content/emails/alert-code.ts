// To an address that a practice chose for alerts, with the code that confirms the address.
export const alertCode = {
  subject: "{{ code }} is your code for lead alerts",
  text: `
{{ practice }} wants to get alerts about new leads at this address.

Enter this code on the profile page:

{{ code }}

It expires in 15 minutes.

Don’t know what this is? Ignore this email, and you won’t get any alerts.
`,
};
