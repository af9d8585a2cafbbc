// To a practice's managers, once, when its alerts have reached the daily limit of text messages.
export const textsUsedUp = {
  subject: "You’ve reached today’s text limit",
  text: `
{% if isForm %}A web form at {{ practice }} has reached its daily limit for text alerts. We won’t text you about its leads until {{ time }}, but still about those from other sources.{% else %}{{ practice }} has reached its daily limit for text alerts. We won’t text you about new leads until {{ time }}.{% endif %} You’ll still get notifications and emails as usual.

See your alert settings: {{ link }}
`,
};

/** To the owner, because the cause may be a flood of fake leads. */
export const agencyTextsUsedUp = {
  subject: "{{ practice }} has reached today’s text limit",
  text: `
{% if isForm %}A web form at {{ practice }} has reached its daily limit for text alerts. Its leads aren’t texted until {{ time }}; those from other sources are.{% else %}{{ practice }} has reached its daily limit for text alerts and won’t get any more until {{ time }}.{% endif %} It still gets notifications and emails as usual.

If it hasn’t had that many leads, someone may be spamming its forms.
`,
};
