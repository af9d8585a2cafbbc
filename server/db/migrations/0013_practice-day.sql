ALTER TABLE "calls" ADD COLUMN "appointment_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "reading" text DEFAULT 'wall' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "attempts" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "attempt_gap_hours" integer DEFAULT 20 NOT NULL;