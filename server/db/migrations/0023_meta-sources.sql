CREATE TABLE "retired_secret" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "retired_secret_is_only" CHECK ("retired_secret"."is_only")
);
--> statement-breakpoint
ALTER TABLE "announced_leads" ADD COLUMN "is_backfilled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "unsubscribed_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "silent_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "backfilled_until" timestamp (3) with time zone;