CREATE TABLE "incoming_calls" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid,
	"merged_from" uuid,
	"sid" text NOT NULL,
	"phone" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"office_phone_id" uuid,
	"accepted_at" timestamp (3) with time zone,
	"phone_name" text,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "incoming_calls_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "missed_call_text_on_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "missed_call_text" text;--> statement-breakpoint
ALTER TABLE "texts" ADD COLUMN "call_id" uuid;--> statement-breakpoint
ALTER TABLE "incoming_calls" ADD CONSTRAINT "incoming_calls_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_calls" ADD CONSTRAINT "incoming_calls_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_calls_sid" ON "incoming_calls" USING btree ("client_id","sid");--> statement-breakpoint
CREATE INDEX "incoming_calls_of_lead" ON "incoming_calls" USING btree ("client_id","lead_id");--> statement-breakpoint
CREATE INDEX "incoming_calls_of_phone" ON "incoming_calls" USING btree ("client_id","phone","received_at");--> statement-breakpoint
CREATE INDEX "incoming_calls_open" ON "incoming_calls" USING btree ("client_id","received_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "incoming_calls_of_nobody" ON "incoming_calls" USING btree ("client_id","received_at") WHERE lead_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "texts_of_call" ON "texts" USING btree ("client_id","call_id");