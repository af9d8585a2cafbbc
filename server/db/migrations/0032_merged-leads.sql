CREATE TABLE "different_people" (
	"client_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"other_lead_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "different_people_client_id_lead_id_other_lead_id_pk" PRIMARY KEY("client_id","lead_id","other_lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_merges" (
	"client_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"survivor_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undo_data" jsonb,
	CONSTRAINT "lead_merges_client_id_lead_id_pk" PRIMARY KEY("client_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_client_id_maybe_same_as_leads_client_id_id_fk";
--> statement-breakpoint
ALTER TABLE "alert_schedule" ADD COLUMN "merged_from" uuid;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "merged_from" uuid;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "merged_from" uuid;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "merged_from" uuid;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "merged_from" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "merged_from" uuid;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "merged_from" uuid;--> statement-breakpoint
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_client_id_other_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","other_lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_client_id_survivor_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","survivor_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "different_people_other" ON "different_people" USING btree ("client_id","other_lead_id");--> statement-breakpoint
CREATE INDEX "lead_merges_open" ON "lead_merges" USING btree ("client_id","at") WHERE undo_data is not null;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_client_id_merged_into_leads_client_id_id_fk" FOREIGN KEY ("client_id","merged_into") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiries_phone" ON "inquiries" USING btree ("client_id","phone") WHERE phone <> '';--> statement-breakpoint
CREATE INDEX "inquiries_email" ON "inquiries" USING btree ("client_id","email") WHERE email <> '';--> statement-breakpoint
CREATE INDEX "leads_merged" ON "leads" USING btree ("client_id","merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "leads_name" ON "leads" USING btree ("client_id",lower(first_name || ' ' || last_name)) WHERE last_name <> '' and deleted_at is null;--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "maybe_same_as";