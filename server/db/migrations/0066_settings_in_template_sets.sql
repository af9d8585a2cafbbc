ALTER TABLE "practice_template_sets" ADD COLUMN "setting_versions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "template_set_versions" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "template_sets" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;