CREATE TABLE "passkey_challenges" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "passkey_challenge_account" CHECK (("passkey_challenges"."purpose" = 'registration') = ("passkey_challenges"."account_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "factors" ALTER COLUMN "secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "passkey_handle" text;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "public_key" "bytea";--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "counter" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "transports" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_account_id_index" ON "passkey_challenges" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_credentialId_unique" UNIQUE("credential_id");--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factor_kind" CHECK (("factors"."kind" = 'totp') = ("factors"."secret" is not null)
        and ("factors"."kind" = 'passkey') = ("factors"."credential_id" is not null)
        and ("factors"."kind" = 'passkey') = ("factors"."public_key" is not null));