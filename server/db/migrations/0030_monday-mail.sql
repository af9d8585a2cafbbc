ALTER TABLE "accounts" ADD COLUMN "monday_mail_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "monday_mail_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "monday_mail_for" date;