CREATE TABLE "alert_addresses" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "alert_addresses_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_schedule" (
	"client_id" uuid NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"step" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"is_gathered" boolean DEFAULT false NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "alert_schedule_client_id_inquiry_id_step_pk" PRIMARY KEY("client_id","inquiry_id","step")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"message_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"step" text NOT NULL,
	"occasion" text DEFAULT '' NOT NULL,
	"channel" text NOT NULL,
	"recipient_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"burst_count" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"problem" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"mail_id" uuid,
	"text_sid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sending_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"shown_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "alerts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "open_screens" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text NOT NULL,
	"alerts_when_closed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_shown_at" timestamp (3) with time zone,
	"problem" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "push_devices_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "vapid_keys" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vapid_keys_is_only" CHECK ("vapid_keys"."is_only")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "shows_campaign" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_addresses" ADD CONSTRAINT "alert_addresses_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_schedule" ADD CONSTRAINT "alert_schedule_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_schedule" ADD CONSTRAINT "alert_schedule_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_screens" ADD CONSTRAINT "open_screens_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_addresses_client_id_kind_address_index" ON "alert_addresses" USING btree ("client_id","kind","address");--> statement-breakpoint
CREATE INDEX "alert_schedule_due" ON "alert_schedule" USING btree ("client_id","due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "alert_schedule_done" ON "alert_schedule" USING btree ("client_id","done_at") WHERE done_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_once" ON "alerts" USING btree ("client_id","inquiry_id","step","occasion","channel","recipient_id");--> statement-breakpoint
CREATE INDEX "alerts_of_message" ON "alerts" USING btree ("client_id","message_id");--> statement-breakpoint
CREATE INDEX "alerts_of_lead" ON "alerts" USING btree ("client_id","lead_id");--> statement-breakpoint
CREATE INDEX "alerts_of_mail" ON "alerts" USING btree ("client_id","mail_id") WHERE mail_id is not null;--> statement-breakpoint
CREATE INDEX "alerts_unfinished" ON "alerts" USING btree ("client_id","state") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_client_id_endpoint_index" ON "push_devices" USING btree ("client_id","endpoint");--> statement-breakpoint
CREATE INDEX "push_devices_of_endpoint" ON "push_devices" USING btree ("endpoint");