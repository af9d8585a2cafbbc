CREATE TABLE "text_stops" (
	"client_id" uuid NOT NULL,
	"number_hash" text NOT NULL,
	"reason" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL,
	"allowed_at" timestamp (3) with time zone,
	CONSTRAINT "text_stops_client_id_number_hash_pk" PRIMARY KEY("client_id","number_hash")
);
--> statement-breakpoint
CREATE TABLE "texts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid,
	"merged_from" uuid,
	"direction" text NOT NULL,
	"phone" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"segments" smallint NOT NULL,
	"media_count" smallint DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"sid" text,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"sending_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "texts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "texts_on_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "text_stops" ADD CONSTRAINT "text_stops_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "texts_sid" ON "texts" USING btree ("client_id","sid");--> statement-breakpoint
CREATE INDEX "texts_of_lead" ON "texts" USING btree ("client_id","lead_id","created_at");--> statement-breakpoint
CREATE INDEX "texts_of_phone" ON "texts" USING btree ("client_id","phone","created_at");--> statement-breakpoint
CREATE INDEX "texts_newest" ON "texts" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "texts_unfinished" ON "texts" USING btree ("client_id","state") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "texts_of_nobody" ON "texts" USING btree ("client_id","created_at") WHERE lead_id is null;