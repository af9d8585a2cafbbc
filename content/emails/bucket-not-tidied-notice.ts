// To the owner, when old backups couldn't be deleted from the bucket.
export const bucketNotTidiedNotice = {
  subject: "Old backups weren’t deleted from the bucket",
  text: `
Every backup is in the bucket, but the ones that are no longer needed couldn’t be deleted there. {{ problem }}

Until that works, the bucket keeps more backups than it should. Run “npm run backup -- --upload” on the server to try it now and see what’s wrong.

We’ll keep trying every hour. You won’t get another email about this problem.
`,
};
