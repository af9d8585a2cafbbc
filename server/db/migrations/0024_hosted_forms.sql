ALTER TABLE "sources" ADD COLUMN "hosted_form" jsonb;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;