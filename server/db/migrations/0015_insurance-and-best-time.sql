ALTER TABLE "leads" ADD COLUMN "insurance" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "best_time" text DEFAULT '' NOT NULL;