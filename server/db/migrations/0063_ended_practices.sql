ALTER TABLE "clients" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "erasure_begun_at" timestamp (3) with time zone;