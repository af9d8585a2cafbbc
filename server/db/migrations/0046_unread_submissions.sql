ALTER TABLE "source_deliveries" ADD COLUMN "dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "unread_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "unread" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "unread_told_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "source_deliveries_unread" ON "source_deliveries" USING btree ("client_id","source_id") WHERE dismissed_at is null and result in ('unmapped', 'refused', 'spam');