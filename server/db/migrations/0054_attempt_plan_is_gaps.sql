ALTER TABLE "clients" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "clients" DROP COLUMN "attempt_gap_hours";