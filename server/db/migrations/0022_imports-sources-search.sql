CREATE TABLE "lead_import_chunks" (
	"client_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "lead_import_chunks_client_id_import_id_place_pk" PRIMARY KEY("client_id","import_id","place")
);
--> statement-breakpoint
CREATE TABLE "lead_import_rows" (
	"client_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"problem" text,
	"new_lead_id" uuid DEFAULT uuidv7() NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"is_phone_valid" boolean DEFAULT false NOT NULL,
	"insurance" text DEFAULT '' NOT NULL,
	"best_time" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"cells" jsonb,
	CONSTRAINT "lead_import_rows_client_id_import_id_line_pk" PRIMARY KEY("client_id","import_id","line")
);
--> statement-breakpoint
CREATE TABLE "lead_imports" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"problem" text,
	"problem_line" integer,
	"bytes" integer DEFAULT 0 NOT NULL,
	"encoding" text DEFAULT 'utf-8' NOT NULL,
	"delimiter" text DEFAULT ',' NOT NULL,
	"header" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preview" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"run" uuid,
	"checked_bytes" integer DEFAULT 0 NOT NULL,
	"fresh" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"imported_line" integer DEFAULT 0 NOT NULL,
	"undone_line" integer DEFAULT 0 NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lead_imports_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
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
DROP INDEX "leads_archive_search";--> statement-breakpoint
DROP INDEX "sources_meta_page_id_meta_form_id_index";--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "mapping" jsonb;--> statement-breakpoint
ALTER TABLE "lead_import_chunks" ADD CONSTRAINT "lead_import_chunks_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD CONSTRAINT "lead_import_rows_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_imports" ADD CONSTRAINT "lead_imports_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_deliveries" ADD CONSTRAINT "source_deliveries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_deliveries" ADD CONSTRAINT "source_deliveries_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_import_rows_phone" ON "lead_import_rows" USING btree ("client_id","import_id","phone") WHERE outcome = 'fresh' and is_phone_valid;--> statement-breakpoint
CREATE INDEX "lead_import_rows_email" ON "lead_import_rows" USING btree ("client_id","import_id","email") WHERE outcome = 'fresh' and email <> '';--> statement-breakpoint
CREATE INDEX "source_deliveries_newest" ON "source_deliveries" USING btree ("client_id","source_id","id");--> statement-breakpoint
CREATE INDEX "source_deliveries_of_inquiry" ON "source_deliveries" USING btree ("client_id","inquiry_id");--> statement-breakpoint
CREATE INDEX "source_deliveries_received" ON "source_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "announced_leads_of_form" ON "announced_leads" USING btree ("page_id","form_id","created_at");--> statement-breakpoint
CREATE INDEX "inquiries_of_source" ON "inquiries" USING btree ("client_id","source_id","received_at") WHERE source_id is not null;--> statement-breakpoint
CREATE INDEX "leads_left_search" ON "leads" USING gin (search_keys("client_id", "search")) WITH (fastupdate=true,gin_pending_list_limit=512) WHERE state in ('archived', 'customer') and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sources_meta_page_id_meta_form_id_index" ON "sources" USING btree ("meta_page_id","meta_form_id") WHERE ended_at is null;--> statement-breakpoint
-- Plans do not depend on the index's values, so ANALYZE need not compute its keys.
ALTER INDEX "leads_left_search" ALTER COLUMN 1 SET STATISTICS 0;
