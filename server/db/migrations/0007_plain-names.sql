-- Tables, columns and indexes get the names that the code and the documents use. Every process must
-- be stopped first: one of an earlier version looks for the old names.
ALTER TABLE "inquiries" RENAME TO "contact_requests";--> statement-breakpoint
ALTER INDEX "inquiries_pkey" RENAME TO "contact_requests_pkey";--> statement-breakpoint
ALTER TABLE "contact_requests" RENAME CONSTRAINT "inquiries_submissionId_unique" TO "contact_requests_submissionId_unique";--> statement-breakpoint
ALTER INDEX "inquiries_received_at_id_index" RENAME TO "contact_requests_received_at_id_index";--> statement-breakpoint
ALTER TABLE "mails" RENAME COLUMN "inquiry_id" TO "contact_request_id";--> statement-breakpoint
ALTER INDEX "mails_of_inquiry" RENAME TO "mails_of_contact_request";--> statement-breakpoint
ALTER TABLE "enquiries" RENAME TO "inquiries";--> statement-breakpoint
ALTER TABLE "inquiries" RENAME CONSTRAINT "enquiries_client_id_id_pk" TO "inquiries_client_id_id_pk";--> statement-breakpoint
ALTER INDEX "enquiries_client_id_lead_id_index" RENAME TO "inquiries_client_id_lead_id_index";--> statement-breakpoint
ALTER INDEX "enquiries_clocks" RENAME TO "inquiries_clocks";--> statement-breakpoint
ALTER INDEX "enquiries_submitted" RENAME TO "inquiries_submitted";--> statement-breakpoint
ALTER INDEX "enquiries_of_campaign" RENAME TO "inquiries_of_campaign";--> statement-breakpoint
ALTER INDEX "enquiries_uncalled" RENAME TO "inquiries_uncalled";--> statement-breakpoint
ALTER INDEX "enquiries_open_limit" RENAME TO "inquiries_open_limit";--> statement-breakpoint
ALTER TABLE "mails" RENAME COLUMN "enquiry_id" TO "inquiry_id";--> statement-breakpoint
ALTER TABLE "form_submissions" RENAME COLUMN "enquiry_id" TO "inquiry_id";--> statement-breakpoint
ALTER INDEX "form_submissions_enquiry" RENAME TO "form_submissions_inquiry";--> statement-breakpoint
ALTER TABLE "announced_leads" RENAME COLUMN "enquiry_id" TO "inquiry_id";--> statement-breakpoint
ALTER INDEX "announced_leads_enquiry" RENAME TO "announced_leads_inquiry";--> statement-breakpoint
ALTER TABLE "figure_tallies" RENAME TO "figure_rollups";--> statement-breakpoint
ALTER TABLE "figure_rollups" RENAME CONSTRAINT "figure_tallies_client_id_id_pk" TO "figure_rollups_client_id_id_pk";--> statement-breakpoint
ALTER INDEX "figure_tallies_days" RENAME TO "figure_rollups_days";--> statement-breakpoint
ALTER TABLE "queue_tallies" RENAME TO "queue_rollups";--> statement-breakpoint
ALTER TABLE "queue_rollups" RENAME CONSTRAINT "queue_tallies_client_id_id_pk" TO "queue_rollups_client_id_id_pk";--> statement-breakpoint
ALTER INDEX "queue_tallies_days" RENAME TO "queue_rollups_days";--> statement-breakpoint
UPDATE "mails" SET
	"kind" = replace("kind", 'inquiry-', 'contact-request-'),
	"cause_key" = regexp_replace("cause_key", '^inquiry-', 'contact-request-')
WHERE "client_id" = '00000000-0000-0000-0000-000000000000' AND "kind" IN ('inquiry-notice', 'inquiry-reply');--> statement-breakpoint
UPDATE "mails" SET
	"kind" = 'failed-import-notice',
	"cause_key" = regexp_replace("cause_key", '^stranded:', 'failed-import:')
WHERE "client_id" = '00000000-0000-0000-0000-000000000000' AND "kind" = 'stranded-lead-notice';
