ALTER TABLE "inquiries" ADD COLUMN "attribution" jsonb;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "header_line" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "first_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "destination" text DEFAULT 'archive' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "unclear_dates" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "unclear_contacts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD COLUMN "damaged_numbers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "not_kept_since" timestamp (3) with time zone;