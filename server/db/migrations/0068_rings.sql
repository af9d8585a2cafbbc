CREATE TABLE "office_phones" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"place" smallint NOT NULL,
	"code_token" text,
	"code_expires_at" timestamp (3) with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "office_phones_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "ring_calls" (
	"client_id" uuid NOT NULL,
	"ring_id" uuid NOT NULL,
	"attempt" smallint NOT NULL,
	"office_phone_id" uuid NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"from_number" text NOT NULL,
	"token" text NOT NULL,
	"call_sid" text,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "ring_calls_client_id_ring_id_attempt_pk" PRIMARY KEY("client_id","ring_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "ring_events" (
	"client_id" uuid NOT NULL,
	"ring_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"answer" text,
	"seconds" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ring_events_client_id_ring_id_kind_attempt_detail_pk" PRIMARY KEY("client_id","ring_id","kind","attempt","detail")
);
--> statement-breakpoint
CREATE TABLE "rings" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid NOT NULL,
	"merged_from" uuid,
	"inquiry_id" uuid NOT NULL,
	"source_id" uuid,
	"due_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"number_hash" text,
	"burst_count" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"refusal" text,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "rings_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "rings_on_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "ring_delay_seconds" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "phone_number" text;--> statement-breakpoint
ALTER TABLE "office_phones" ADD CONSTRAINT "office_phones_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ring_calls" ADD CONSTRAINT "ring_calls_client_id_ring_id_rings_client_id_id_fk" FOREIGN KEY ("client_id","ring_id") REFERENCES "public"."rings"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ring_events" ADD CONSTRAINT "ring_events_client_id_ring_id_rings_client_id_id_fk" FOREIGN KEY ("client_id","ring_id") REFERENCES "public"."rings"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rings" ADD CONSTRAINT "rings_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rings" ADD CONSTRAINT "rings_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "office_phones_client_id_phone_index" ON "office_phones" USING btree ("client_id","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "ring_calls_sid" ON "ring_calls" USING btree ("client_id","call_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "ring_events_one_connect" ON "ring_events" USING btree ("client_id","ring_id") WHERE kind = 'key' and answer = 'connect';--> statement-breakpoint
CREATE UNIQUE INDEX "rings_once" ON "rings" USING btree ("client_id","inquiry_id");--> statement-breakpoint
CREATE INDEX "rings_of_lead" ON "rings" USING btree ("client_id","lead_id");--> statement-breakpoint
CREATE INDEX "rings_due" ON "rings" USING btree ("client_id","due_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "rings_started" ON "rings" USING btree ("client_id","started_at","source_id","number_hash") WHERE started_at is not null;