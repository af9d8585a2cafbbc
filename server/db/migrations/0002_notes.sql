CREATE TABLE "notes" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	CONSTRAINT "notes_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE INDEX "notes_client_id_lead_id_at_index" ON "notes" USING btree ("client_id","lead_id","at");