CREATE TABLE "source_deliveries" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"source_id" uuid NOT NULL,
	"body" text NOT NULL,
	"is_form_encoded" boolean NOT NULL,
	"is_cut" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"result" text NOT NULL,
	"reason" text,
	"inquiry_id" uuid,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "source_deliveries_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "mapping" jsonb;--> statement-breakpoint
ALTER TABLE "source_deliveries" ADD CONSTRAINT "source_deliveries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_deliveries" ADD CONSTRAINT "source_deliveries_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_deliveries_newest" ON "source_deliveries" USING btree ("client_id","source_id","id");--> statement-breakpoint
CREATE INDEX "source_deliveries_of_inquiry" ON "source_deliveries" USING btree ("client_id","inquiry_id");--> statement-breakpoint
CREATE INDEX "source_deliveries_received" ON "source_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "announced_leads_of_form" ON "announced_leads" USING btree ("page_id","form_id","created_at");--> statement-breakpoint
CREATE INDEX "inquiries_of_source" ON "inquiries" USING btree ("client_id","source_id","received_at") WHERE source_id is not null;