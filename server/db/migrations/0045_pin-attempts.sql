ALTER TABLE "device_pins" ADD COLUMN "wrong_pins" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "wrong_pins_since" timestamp (3) with time zone;