// To the owner, when a backup isn't uploaded because its file has changed since it was written.
export const backupChangedNotice = {
  subject: "A backup file has changed",
  text: `
The backup from {{ taken }} has changed on the server since it was written, so it isn’t uploaded to the bucket. Don’t rely on it: the disk may be failing.

Check the disk. Then delete {{ file }}, or move it to another folder. Other backups are still uploaded.

You won’t get another email about this backup.
`,
};
