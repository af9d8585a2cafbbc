ALTER TABLE "lead_import_rows" ADD COLUMN "completed" jsonb;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "completing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "completed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "completed_line" integer DEFAULT 0 NOT NULL;