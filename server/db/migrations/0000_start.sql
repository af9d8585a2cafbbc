CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"admin_code" text,
	"email_confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_adminCode_unique" UNIQUE("admin_code"),
	CONSTRAINT "account_kind" CHECK (("accounts"."kind" = 'client') = ("accounts"."client_id" is not null)
        and ("accounts"."kind" = 'admin') = ("accounts"."admin_code" is not null))
);
--> statement-breakpoint
CREATE TABLE "announced_leads" (
	"platform" text NOT NULL,
	"platform_lead_id" text NOT NULL,
	"delivery_id" uuid NOT NULL,
	"page_id" text NOT NULL,
	"form_id" text NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"client_id" uuid,
	"source_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"failed_at" timestamp (3) with time zone,
	"enquiry_id" uuid,
	"stored_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announced_leads_platform_platform_lead_id_pk" PRIMARY KEY("platform","platform_lead_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"account_id" uuid,
	"client_id" uuid,
	"address" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"called_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_entered_later" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"outcome_at" timestamp (3) with time zone,
	"call_back_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"voided_by" uuid,
	"session_id" uuid,
	"joined_to" uuid,
	CONSTRAINT "calls_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"platform_campaign_id" text,
	"impressions" bigint,
	"impressions_as_of" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"address2" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"admin_code" text NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"reply_to" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "confirmed_captchas" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"platform" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enquiries" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid NOT NULL,
	"source_id" uuid,
	"campaign_id" uuid,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"is_untimed" boolean DEFAULT false NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_started_at" timestamp (3) with time zone,
	"started_hour" smallint,
	"open_on_time_until" timestamp (3) with time zone,
	"open_late_at" timestamp (3) with time zone,
	"alerted_at" timestamp (3) with time zone,
	"first_seen_at" timestamp (3) with time zone,
	"first_called_at" timestamp (3) with time zone,
	"is_first_call_entered_later" boolean DEFAULT false NOT NULL,
	"first_spoke_at" timestamp (3) with time zone,
	"first_booked_at" timestamp (3) with time zone,
	"consent" text,
	CONSTRAINT "enquiries_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "figure_days" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"day" date NOT NULL,
	"part" text NOT NULL,
	"key" text NOT NULL,
	"asked" integer NOT NULL,
	"called" integer NOT NULL,
	"lt10" integer NOT NULL,
	"lt60" integer NOT NULL,
	"open_lt10" integer NOT NULL,
	"open_lt60" integer NOT NULL,
	"entered_later" integer NOT NULL,
	"reached" integer NOT NULL,
	"booked" integer NOT NULL,
	CONSTRAINT "figure_days_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "figure_parts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"month" date,
	"part" text NOT NULL,
	"key" text NOT NULL,
	"asked" integer NOT NULL,
	"called" integer NOT NULL,
	"lt10" integer NOT NULL,
	"lt60" integer NOT NULL,
	"open_lt10" integer NOT NULL,
	"open_lt60" integer NOT NULL,
	"entered_later" integer NOT NULL,
	"reached" integer NOT NULL,
	"booked" integer NOT NULL,
	CONSTRAINT "figure_parts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "figure_tallies" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"day" date NOT NULL,
	"campaign_id" uuid,
	"leads" integer NOT NULL,
	"customers" integer NOT NULL,
	"lt10" integer NOT NULL,
	"lt60" integer NOT NULL,
	"other" integer NOT NULL,
	"open_lt10" integer NOT NULL,
	"open_lt60" integer NOT NULL,
	"open_other" integer NOT NULL,
	"entered_later" integer NOT NULL,
	CONSTRAINT "figure_tallies_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "form_submissions" (
	"client_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"identity" text NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"message" text,
	"questions" jsonb,
	"attribution" jsonb,
	"consent" text,
	"test" boolean NOT NULL,
	"submission_id" uuid,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "inquiries_submissionId_unique" UNIQUE("submission_id")
);
--> statement-breakpoint
CREATE TABLE "lead_presence" (
	"client_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lead_presence_client_id_lead_id_session_id_pk" PRIMARY KEY("client_id","lead_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"is_phone_valid" boolean DEFAULT false NOT NULL,
	"campaign_id" uuid,
	"source_id" uuid,
	"is_test" boolean DEFAULT false NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"uncalled_since" timestamp (3) with time zone,
	"first_called_at" timestamp (3) with time zone,
	"call_back_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_outcome" text,
	"last_called_at" timestamp (3) with time zone,
	"third_last_called_at" timestamp (3) with time zone,
	"do_not_call_since" timestamp (3) with time zone,
	"do_not_call_reason" text DEFAULT '' NOT NULL,
	"open_call_id" uuid,
	"open_called_at" timestamp (3) with time zone,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"asked_again_at" timestamp (3) with time zone,
	"asked_as" text,
	"maybe_same_as" uuid,
	"booked_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"archive_reason" text,
	"deleted_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"is_counted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || ' ' || email) || ' ' || regexp_replace(phone, '\D', '', 'g')) STORED NOT NULL,
	CONSTRAINT "leads_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_stops" (
	"client_id" uuid NOT NULL,
	"email" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	CONSTRAINT "mail_stops_client_id_email_pk" PRIMARY KEY("client_id","email")
);
--> statement-breakpoint
CREATE TABLE "mailed_links" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" uuid,
	"email" text NOT NULL,
	"new_email" text,
	"admin_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	CONSTRAINT "mailed_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"client_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"cause_key" text,
	"from_name" text,
	"reply_to" text,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"attachment" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"inquiry_id" uuid,
	"lead_id" uuid,
	"account_id" uuid,
	"template_id" uuid,
	"enquiry_id" uuid,
	"due_at" timestamp (3) with time zone,
	"link_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"held_at" timestamp (3) with time zone,
	"sending_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "open_hours" (
	"client_id" uuid NOT NULL,
	"in_force_from" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"week" jsonb NOT NULL,
	"holidays" jsonb NOT NULL,
	CONSTRAINT "open_hours_client_id_in_force_from_pk" PRIMARY KEY("client_id","in_force_from")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"digest" text NOT NULL,
	"content" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "queue_tallies" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"due_on" date,
	"leads" integer NOT NULL,
	"uncalled" integer NOT NULL,
	"archived" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "queue_tallies_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "secret_fingerprint" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "secret_fingerprint_is_only" CHECK ("secret_fingerprint"."is_only")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"device" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"meta_page_id" text,
	"meta_form_id" text,
	"meta_page_token" text,
	"form_key" text,
	"thanks_url" text,
	"allowed_origins" text[] DEFAULT '{}' NOT NULL,
	"campaign_id" uuid,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sources_client_id_id_pk" PRIMARY KEY("client_id","id")
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
CREATE TABLE "timeline" (
	"client_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "timeline_client_id_lead_id_id_pk" PRIMARY KEY("client_id","lead_id","id")
);
--> statement-breakpoint
CREATE TABLE "used_captchas" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_stops" ADD CONSTRAINT "mail_stops_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_hours" ADD CONSTRAINT "open_hours_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_client_id_index" ON "accounts" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "announced_leads_enquiry" ON "announced_leads" USING btree ("client_id","enquiry_id") WHERE enquiry_id is not null;--> statement-breakpoint
CREATE INDEX "announced_leads_open" ON "announced_leads" USING btree ("created_at") WHERE stored_at is null;--> statement-breakpoint
CREATE INDEX "audit_entries_at_index" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_client_id_at_index" ON "audit_entries" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "calls_client_id_lead_id_called_at_index" ON "calls" USING btree ("client_id","lead_id","called_at");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_client_id_platform_platform_campaign_id_index" ON "campaigns" USING btree ("client_id","platform","platform_campaign_id");--> statement-breakpoint
CREATE INDEX "deliveries_received_at_index" ON "deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "enquiries_client_id_lead_id_index" ON "enquiries" USING btree ("client_id","lead_id");--> statement-breakpoint
CREATE INDEX "enquiries_clocks" ON "enquiries" USING btree ("client_id","clock_started_at","first_called_at") WHERE clock_started_at is not null;--> statement-breakpoint
CREATE INDEX "enquiries_submitted" ON "enquiries" USING btree ("client_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "enquiries_of_campaign" ON "enquiries" USING btree ("client_id","campaign_id","clock_started_at") WHERE clock_started_at is not null;--> statement-breakpoint
CREATE INDEX "enquiries_uncalled" ON "enquiries" USING btree ("client_id","clock_started_at","open_late_at","campaign_id") WHERE clock_started_at is not null and first_called_at is null;--> statement-breakpoint
CREATE INDEX "figure_days_days" ON "figure_days" USING btree ("client_id","day","part","key");--> statement-breakpoint
CREATE INDEX "figure_parts_months" ON "figure_parts" USING btree ("client_id","month","part","key");--> statement-breakpoint
CREATE INDEX "figure_tallies_days" ON "figure_tallies" USING btree ("client_id","day","campaign_id","leads","customers","lt10","lt60","other","open_lt10","open_lt60","open_other","entered_later");--> statement-breakpoint
CREATE INDEX "form_submissions_client_id_source_id_identity_received_at_index" ON "form_submissions" USING btree ("client_id","source_id","identity","received_at");--> statement-breakpoint
CREATE INDEX "inquiries_received_at_id_index" ON "inquiries" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" USING btree ("client_id","started_at","id","state","call_back_at","search") WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_uncalled" ON "leads" USING btree ("client_id","uncalled_since","id","search") WHERE state = 'new' and uncalled_since is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_call_backs" ON "leads" USING btree ("client_id","call_back_at","id","search") WHERE state = 'callback' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_touched" ON "leads" USING btree ("client_id","touched_at","id","search") WHERE state = 'new' and uncalled_since is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("client_id","search" gin_trgm_ops) WITH (fastupdate=false) WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_archived" ON "leads" USING btree ("client_id","archived_at","id","search") WHERE state = 'archived' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_archive_search" ON "leads" USING gin ("client_id","search" gin_trgm_ops) WITH (fastupdate=false) WHERE state = 'archived' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_of_campaign" ON "leads" USING btree ("client_id","campaign_id","source_id","asked_again_at","state","started_at","uncalled_since","call_back_at","touched_at","id") WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_of_source" ON "leads" USING btree ("client_id","source_id","campaign_id","asked_again_at","state","started_at","uncalled_since","call_back_at","touched_at","id") WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_asked_again" ON "leads" USING btree ("client_id","asked_again_at","id") WHERE asked_again_at is not null and state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_counted" ON "leads" USING btree ("client_id","started_at") WHERE is_counted and not is_test;--> statement-breakpoint
CREATE INDEX "leads_phone" ON "leads" USING btree ("client_id","phone");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree ("client_id","email");--> statement-breakpoint
CREATE INDEX "mailed_links_account_id_index" ON "mailed_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mailed_links_email_index" ON "mailed_links" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_client_id_cause_key_index" ON "mails" USING btree ("client_id","cause_key");--> statement-breakpoint
CREATE INDEX "mails_created_at_id_index" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_of_inquiry" ON "mails" USING btree ("inquiry_id") WHERE inquiry_id is not null;--> statement-breakpoint
CREATE INDEX "mails_of_lead" ON "mails" USING btree ("client_id","lead_id","id") WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX "mails_automatic" ON "mails" USING btree ("to","sending_at") WHERE kind = 'auto';--> statement-breakpoint
CREATE INDEX "mails_troubled" ON "mails" USING btree ("client_id","created_at") WHERE state in ('failed', 'unknown') and lead_id is not null;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("client_id","created_at") WHERE state = 'queued' and lead_id is not null;--> statement-breakpoint
CREATE INDEX "mails_unfinished" ON "mails" USING btree ("state") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "notes_client_id_lead_id_at_index" ON "notes" USING btree ("client_id","lead_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "pictures_client_id_digest_index" ON "pictures" USING btree ("client_id","digest");--> statement-breakpoint
CREATE INDEX "queue_tallies_days" ON "queue_tallies" USING btree ("client_id","due_on");--> statement-breakpoint
CREATE INDEX "sessions_account_id_index" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_meta_page_id_meta_form_id_index" ON "sources" USING btree ("meta_page_id","meta_form_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_form_key_index" ON "sources" USING btree ("form_key");--> statement-breakpoint
CREATE INDEX "templates_kept" ON "templates" USING btree ("client_id","kind","title") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "templates_automatic" ON "templates" USING btree ("client_id") WHERE kind = 'auto' and is_active and deleted_at is null;