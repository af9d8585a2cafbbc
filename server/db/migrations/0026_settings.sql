CREATE TABLE "settings" (
	"part" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"sealed" text,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
