ALTER TABLE "form_submissions" ADD COLUMN "words_hash" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_on" date;--> statement-breakpoint
CREATE INDEX "incoming_calls_missed" ON "incoming_calls" USING btree ("client_id","received_at") WHERE outcome = 'missed' and lead_id is not null;