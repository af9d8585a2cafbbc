CREATE TABLE "month_comments" (
	"client_id" uuid NOT NULL,
	"month" text NOT NULL,
	"text" text NOT NULL,
	"account_id" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "month_comments_client_id_month_pk" PRIMARY KEY("client_id","month")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "month_mail_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "yesterday_mail_on_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "month_mail_on_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "month_mail_for" date;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "yesterday_mail_for" date;--> statement-breakpoint
ALTER TABLE "month_comments" ADD CONSTRAINT "month_comments_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_comments" ADD CONSTRAINT "month_comments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_of_month" ON "mails" USING btree ("client_id","report_month") WHERE report_month is not null;