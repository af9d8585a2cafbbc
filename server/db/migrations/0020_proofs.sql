ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp (3) with time zone;--> statement-breakpoint
-- An open session was last proved when it was opened.
UPDATE "sessions" SET "proven_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "proven_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_device_hash_index" ON "sessions" USING btree ("device_hash");
