-- A failed lead notification was called a failed import, as a file of leads is.
UPDATE "mails" SET
	"kind" = 'failed-lead-notification-notice',
	"cause_key" = regexp_replace("cause_key", '^failed-import:', 'failed-lead-notification:')
WHERE "client_id" = '00000000-0000-0000-0000-000000000000' AND "kind" = 'failed-import-notice';
