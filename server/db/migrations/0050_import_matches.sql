ALTER TABLE "lead_import_rows" ADD COLUMN "match_lead_id" uuid;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD COLUMN "match_line" integer;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "repeated" integer DEFAULT 0 NOT NULL;