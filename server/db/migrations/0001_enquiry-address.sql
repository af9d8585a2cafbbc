DROP INDEX "leads_phone";--> statement-breakpoint
DROP INDEX "leads_email";--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_phone" ON "leads" USING btree ("client_id","phone");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree ("client_id","email");