ALTER TABLE "clients" ADD COLUMN "keeps_deliveries_days" smallint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "keeps_sessions_days" smallint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "keeps_audit_days" smallint;