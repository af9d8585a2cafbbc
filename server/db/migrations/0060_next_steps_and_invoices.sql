CREATE TABLE "invoices" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"invoiced_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_on" date,
	CONSTRAINT "invoices_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "package" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "fee_cents" bigint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "agreed_from" date;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "next_invoice_on" date;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "agreement_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "next_step" text;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "next_step_on" date;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "assignee" uuid;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "assignee_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_requests_step_search" ON "contact_requests" USING gin (lower(next_step) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_requests_steps" ON "contact_requests" USING btree ("next_step_on","id") WHERE next_step_on is not null;