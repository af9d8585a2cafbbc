// To a visitor who booked a call: the confirmation, the changes, and the reminders. `when` names
// the visitor's time zone, and also the agency's if it differs.
const sender = `
{{ owner }}
{{ agency }}
{{ ownPhone }}
`;

export const bookingBooked = {
  subject: "Your call with {{ ownerFirst }}: {{ when }}",
  text: `
Hi{% if name %} {{ name }}{% endif %},

Your call is booked:

{{ when }}

I’ll call you at {{ phone }}. The call should take about {{ minutes }} minutes. To add it to your calendar, open the attached file.

Need to reschedule or cancel? Use this link:
{{ link }}
${sender}`,
};

export const bookingMoved = {
  subject: "Rescheduled: your call with {{ ownerFirst }}, {{ when }}",
  text: `
Hi{% if name %} {{ name }}{% endif %},

{% if byOwner %}I had to reschedule our call. The new time is:{% else %}You rescheduled our call. The new time is:{% endif %}

{{ when }}

I’ll call you at {{ phone }}. To update your calendar, open the attached file.

{% if byOwner %}If that doesn’t work for you, pick another time or cancel the call:{% else %}Need to reschedule or cancel? Use this link:{% endif %}
{{ link }}
${sender}`,
};

export const bookingCanceled = {
  subject: "Canceled: your call with {{ ownerFirst }}",
  text: `
Hi{% if name %} {{ name }}{% endif %},

{% if byOwner %}I’m sorry, I had to cancel our call:{% else %}You canceled our call:{% endif %}

{{ when }}

To remove it from your calendar, open the attached file.

To pick a new time:
{{ link }}
${sender}`,
};

export const bookingReminder = {
  subject: "Reminder: our call on {{ when }}",
  text: `
Hi{% if name %} {{ name }}{% endif %},

A quick reminder of our call:

{{ when }}

I’ll call you at {{ phone }}.

If something came up, you can reschedule or cancel here:
{{ link }}
${sender}`,
};

/** To the owner, when a visitor has rescheduled or canceled a booked call. */
export const bookingChangedNotice = {
  subject: "{{ fullName }} {{ action }}",
  text: `
{{ fullName }} {{ action }}.

Was booked for: {{ before }}
{% if now %}Now booked for: {{ now }}
{% endif %}Phone: {{ phone | default: "not given" }}

See the request: {{ link }}
`,
};

/** What the visitor did. The text follows the visitor's name. */
export const bookingActions = {
  moved: "rescheduled their call",
  canceled: "canceled their call",
  booked: "rescheduled their canceled call",
} as const;
