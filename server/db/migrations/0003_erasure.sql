ALTER TABLE "leads" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
CREATE INDEX "announced_leads_enquiry" ON "announced_leads" USING btree ("client_id","enquiry_id") WHERE enquiry_id is not null;--> statement-breakpoint
CREATE INDEX "mails_of_lead" ON "mails" USING btree ("client_id","lead_id") WHERE lead_id is not null;