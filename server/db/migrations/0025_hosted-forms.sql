ALTER TABLE "sources" ADD COLUMN "hosted_form" jsonb;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "source_deliveries_unmapped" ON "source_deliveries" USING btree ("client_id","source_id") WHERE result = 'unmapped';