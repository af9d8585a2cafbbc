ALTER TABLE "calls" ADD COLUMN "outcome_by" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "script" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "urgent_words" text[] DEFAULT '{"emergency","urgent","pain","hurts","toothache","swelling","swollen","chipped","broken","bleeding","abscess","infection","emergencia","urgente","dolor","duele","hinchazón","sangra"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "open_called_by" text;