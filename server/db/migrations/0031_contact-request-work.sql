CREATE TABLE "contact_request_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_request_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"called_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_entered_later" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"outcome_at" timestamp (3) with time zone,
	"call_back_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"voided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "contact_request_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"contact_request_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "contact_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "is_timed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "uncalled_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "first_called_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "call_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "last_outcome" text;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "last_called_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "open_call_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "open_called_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "close_reason" text;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "practice_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(full_name || ' ' || email) || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD COLUMN "contact_request_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_request_calls" ADD CONSTRAINT "contact_request_calls_contact_request_id_contact_requests_id_fk" FOREIGN KEY ("contact_request_id") REFERENCES "public"."contact_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_request_events" ADD CONSTRAINT "contact_request_events_contact_request_id_contact_requests_id_fk" FOREIGN KEY ("contact_request_id") REFERENCES "public"."contact_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_request_calls_contact_request_id_called_at_index" ON "contact_request_calls" USING btree ("contact_request_id","called_at");--> statement-breakpoint
CREATE INDEX "contact_request_events_contact_request_id_at_index" ON "contact_request_events" USING btree ("contact_request_id","at");--> statement-breakpoint
ALTER TABLE "contact_requests" ADD CONSTRAINT "contact_requests_practice_id_clients_id_fk" FOREIGN KEY ("practice_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_requests_of_state" ON "contact_requests" USING btree ("state","received_at","id");--> statement-breakpoint
CREATE INDEX "contact_requests_open" ON "contact_requests" USING btree ("received_at","id","state") WHERE state in ('new', 'attempted', 'contacted', 'callback');--> statement-breakpoint
CREATE INDEX "contact_requests_uncalled" ON "contact_requests" USING btree ("uncalled_since","id") WHERE state in ('new', 'attempted', 'contacted') and uncalled_since is not null;--> statement-breakpoint
CREATE INDEX "contact_requests_call_backs" ON "contact_requests" USING btree ("call_back_at","id") WHERE state = 'callback';--> statement-breakpoint
CREATE INDEX "contact_requests_touched" ON "contact_requests" USING btree ("touched_at","id") WHERE state in ('new', 'attempted', 'contacted') and uncalled_since is null;--> statement-breakpoint
CREATE INDEX "contact_requests_timed" ON "contact_requests" USING btree ("finished_at") WHERE is_timed;--> statement-breakpoint
CREATE INDEX "contact_requests_of_address" ON "contact_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contact_requests_search" ON "contact_requests" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
-- Requests from before this version have no clock: nobody was timing them.
INSERT INTO "contact_request_events" ("contact_request_id", "at", "kind")
SELECT "id", "answered_at", 'answered' FROM "contact_requests" WHERE "answered_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "contact_request_events" ("contact_request_id", "at", "kind", "text")
SELECT "id", "closed_at", 'closed', 'done' FROM "contact_requests" WHERE "closed_at" IS NOT NULL;--> statement-breakpoint
UPDATE "contact_requests" SET
  "state" = CASE
    WHEN "closed_at" IS NOT NULL THEN 'closed'
    WHEN "answered_at" IS NOT NULL THEN 'contacted'
    WHEN "finished_at" IS NULL THEN 'unfinished'
    ELSE 'new'
  END,
  "close_reason" = CASE WHEN "closed_at" IS NOT NULL THEN 'done' END,
  "touched_at" = "received_at",
  "changed_at" = greatest("received_at", "answered_at", "closed_at");
