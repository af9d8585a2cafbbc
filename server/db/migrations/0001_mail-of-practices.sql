CREATE TABLE "mail_stops" (
	"client_id" uuid NOT NULL,
	"email" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	CONSTRAINT "mail_stops_client_id_email_pk" PRIMARY KEY("client_id","email")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"delay_minutes" integer DEFAULT 0 NOT NULL,
	"is_in_open_hours_only" boolean DEFAULT false NOT NULL,
	"campaign_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "templates_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "enquiry_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_stops" ADD CONSTRAINT "mail_stops_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "templates_kept" ON "templates" USING btree ("client_id","kind","title") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "templates_automatic" ON "templates" USING btree ("client_id") WHERE kind = 'auto' and is_active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "mails_of_lead" ON "mails" USING btree ("client_id","lead_id","id") WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX "mails_automatic" ON "mails" USING btree ("to","sending_at") WHERE kind = 'auto';--> statement-breakpoint
CREATE INDEX "mails_troubled" ON "mails" USING btree ("client_id","created_at") WHERE state in ('failed', 'unknown') and lead_id is not null;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("client_id","created_at") WHERE state = 'queued' and lead_id is not null;