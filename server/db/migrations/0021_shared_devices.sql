CREATE TABLE "device_pins" (
	"client_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"initials" text NOT NULL,
	"pin_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_pins_client_id_session_id_account_id_pk" PRIMARY KEY("client_id","session_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "shared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "idle_minutes" smallint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "unlocked_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "active_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "wrong_pins" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device_pins" ADD CONSTRAINT "device_pins_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_pins" ADD CONSTRAINT "device_pins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_pins_client_id_session_id_initials_index" ON "device_pins" USING btree ("client_id","session_id","initials");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_unlocked_by_accounts_id_fk" FOREIGN KEY ("unlocked_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_shared" CHECK ("sessions"."shared_at" is null
        or ("sessions"."idle_minutes" is not null and "sessions"."active_at" is not null));