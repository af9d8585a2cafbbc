CREATE TABLE "person_invitations" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"link_id" uuid,
	"accepted_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "person_invitations_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "account_kind";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deactivated_at" timestamp (3) with time zone;--> statement-breakpoint
-- Each practice had one account, which could do everything.
UPDATE "accounts" SET "role" = 'manager' WHERE "kind" = 'client';--> statement-breakpoint
ALTER TABLE "person_invitations" ADD CONSTRAINT "person_invitations_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_invitations_open" ON "person_invitations" USING btree ("client_id","email") WHERE "person_invitations"."accepted_at" is null and "person_invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "person_invitations_of_link" ON "person_invitations" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "calls_by_time" ON "calls" USING btree ("client_id","called_at");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "account_kind" CHECK (("accounts"."kind" = 'client') = ("accounts"."client_id" is not null)
        and ("accounts"."kind" = 'admin') = ("accounts"."admin_code" is not null)
        and ("accounts"."kind" = 'client') = ("accounts"."role" is not null));