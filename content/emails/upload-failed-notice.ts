// To the owner, when a backup couldn't be uploaded to the bucket.
export const uploadFailedNotice = {
  subject: "A backup wasn’t uploaded",
  text: `
{% if isLatest %}The latest backup{% else %}The backup from {{ taken }}{% endif %} is on the server, but not in the bucket.{% if last %} The last one there is from {{ last }}.{% else %} There’s none there yet.{% endif %}{% if problem %} {{ problem }}{% endif %}

Run “npm run backup -- --upload” on the server to try it now and see what’s wrong.

We’ll keep trying every hour. You won’t get another email about this backup and this problem.
`,
};
