CREATE TABLE "practice_hours" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"in_force_from" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"weekly" jsonb NOT NULL,
	"holidays" jsonb NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "practice_hours_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "open_on_time_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "open_late_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "asked_as" text;--> statement-breakpoint
ALTER TABLE "practice_hours" ADD CONSTRAINT "practice_hours_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "practice_hours_client_id_in_force_from_index" ON "practice_hours" USING btree ("client_id","in_force_from");--> statement-breakpoint
-- Nobody had named hours yet: open time was wall time.
UPDATE "enquiries" SET
  "open_on_time_until" = "clock_started_at" + interval '10 minutes',
  "open_late_at" = "clock_started_at" + interval '60 minutes'
WHERE "clock_started_at" IS NOT NULL;
