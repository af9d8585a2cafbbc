CREATE TABLE "campaign_report_undos" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"undo_data" jsonb NOT NULL,
	CONSTRAINT "campaign_report_undos_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "budget_period" text DEFAULT 'campaign' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_report_undos" ADD CONSTRAINT "campaign_report_undos_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;