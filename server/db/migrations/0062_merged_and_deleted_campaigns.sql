ALTER TABLE "campaign_days" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "merged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "undo_data" jsonb;