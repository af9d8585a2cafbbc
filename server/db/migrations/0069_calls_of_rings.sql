ALTER TABLE "calls" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "ring_id" uuid;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "phone_name" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "line_seconds" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "calls_of_ring" ON "calls" USING btree ("client_id","ring_id") WHERE ring_id is not null;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_phone_number" UNIQUE("phone_number");