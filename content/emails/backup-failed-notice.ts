// To the owner, when the daily backup or its test restore failed.
export const backupFailedNotice = {
  subject: "The daily backup failed",
  text: `
Last night’s backup couldn’t be completed and checked.{% if last %} The last good one is from {{ last }}.{% else %} There’s no good one yet.{% endif %}

Check that the disk with {{ folder }} has free space. Then run “npm run backup” on the server to see what’s wrong.

We’ll keep trying every hour. You won’t get another email about this unless a backup works and a later one fails.
`,
};
