ALTER TABLE "calls" ADD COLUMN "outcome_by" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "script" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "urgent_words" text[] DEFAULT '{"emergency","urgent","pain","hurts","toothache","swelling","swollen","chipped","broken","bleeding","abscess","infection","emergencia","urgente","dolor","duele","hinchazón","sangra"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "assignee" uuid;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "assignee_name" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "open_called_by" text;--> statement-breakpoint
CREATE INDEX "leads_of_assignee" ON "leads" USING btree ("client_id","assignee","id") WHERE assignee is not null and state in ('new', 'callback') and deleted_at is null;