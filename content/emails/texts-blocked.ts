// To the owner, because a practice's texts don't arrive.

/** The provider says that the number isn't registered for texts. */
export const textsUnregisteredNotice = {
  subject: "Texts of {{ practice }} are blocked",
  text: `
The carriers block texts from {{ practice }}, because its number isn’t registered for business texts. We turned its texts off. Register the number with your provider, then ask the practice to turn texts back on in its profile.

The practice: {{ link }}
`,
};

/** Several texts in a day were taken for spam. */
export const textsFilteredNotice = {
  subject: "Texts of {{ practice }} are taken for spam",
  text: `
Carriers have blocked several texts from {{ practice }} today, because they looked like spam. Check its registration with your provider, and what the practice writes.

The practice: {{ link }}
`,
};
