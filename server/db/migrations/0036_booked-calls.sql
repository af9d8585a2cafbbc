CREATE TABLE "blocked_times" (
	"id" uuid PRIMARY KEY NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"contact_request_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"busy_until" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"link_id" uuid NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"canceled_at" timestamp (3) with time zone,
	"canceled_by" text,
	CONSTRAINT "bookings_contactRequestId_unique" UNIQUE("contact_request_id"),
	CONSTRAINT "bookings_in_order" CHECK ("bookings"."starts_at" < "bookings"."ends_at" and "bookings"."ends_at" <= "bookings"."busy_until")
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_contact_request_id_contact_requests_id_fk" FOREIGN KEY ("contact_request_id") REFERENCES "public"."contact_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_times_ends_at_index" ON "blocked_times" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "bookings_coming" ON "bookings" USING btree ("starts_at") WHERE canceled_at is null;--> statement-breakpoint
CREATE INDEX "bookings_link_id_index" ON "bookings" USING btree ("link_id");--> statement-breakpoint
-- Two visitors never get one slot: the database refuses the second, whatever a verb has checked.
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_one_at_a_time"
  EXCLUDE USING gist (tstzrange("starts_at", "busy_until") WITH &&) WHERE ("canceled_at" is null);
