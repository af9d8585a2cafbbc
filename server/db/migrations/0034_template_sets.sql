CREATE TABLE "practice_template_sets" (
	"client_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"copied_version" integer NOT NULL,
	"decided_version" integer NOT NULL,
	"copied_at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "practice_template_sets_client_id_set_id_pk" PRIMARY KEY("client_id","set_id")
);
--> statement-breakpoint
CREATE TABLE "template_set_versions" (
	"set_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"templates" jsonb NOT NULL,
	"note" text NOT NULL,
	"account_id" uuid NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "template_set_versions_set_id_number_pk" PRIMARY KEY("set_id","number")
);
--> statement-breakpoint
CREATE TABLE "template_sets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"templates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "set_id" uuid;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "set_template_id" uuid;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "set_version" integer;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "earlier" jsonb;--> statement-breakpoint
ALTER TABLE "practice_template_sets" ADD CONSTRAINT "practice_template_sets_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_template_sets" ADD CONSTRAINT "practice_template_sets_set_id_template_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."template_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_template_sets" ADD CONSTRAINT "practice_template_sets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_set_versions" ADD CONSTRAINT "template_set_versions_set_id_template_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."template_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_set_versions" ADD CONSTRAINT "template_set_versions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "template_sets_name" ON "template_sets" USING btree (lower("name")) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_of_copy" FOREIGN KEY ("client_id","set_id") REFERENCES "public"."practice_template_sets"("client_id","set_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "templates_of_set" ON "templates" USING btree ("client_id","set_id","set_template_id");