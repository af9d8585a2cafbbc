CREATE TABLE "practice_notes" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"text" text NOT NULL,
	"account_id" uuid NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "practice_notes_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "practice_sort_keys" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"leads" integer NOT NULL,
	"on_time_permille" smallint,
	"late_permille" smallint,
	"never_called" integer NOT NULL,
	"median" smallint,
	"last_lead_at" timestamp (3) with time zone,
	"last_signed_in_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "practice_notes" ADD CONSTRAINT "practice_notes_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_notes" ADD CONSTRAINT "practice_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_sort_keys" ADD CONSTRAINT "practice_sort_keys_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;