ALTER TABLE "lead_import_rows" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;