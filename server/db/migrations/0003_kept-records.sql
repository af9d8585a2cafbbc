ALTER TABLE "mail_stops" RENAME COLUMN "email" TO "address_hash";--> statement-breakpoint
DROP INDEX "mails_created_at_id_index";--> statement-breakpoint
ALTER TABLE "mail_stops" DROP CONSTRAINT "mail_stops_client_id_email_pk";--> statement-breakpoint
ALTER TABLE "mail_stops" ADD CONSTRAINT "mail_stops_client_id_address_hash_pk" PRIMARY KEY("client_id","address_hash");--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "platform_lead_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_of_client" ON "audit_entries" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_of_lead" ON "deliveries" USING gin ("platform_lead_ids");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("id");