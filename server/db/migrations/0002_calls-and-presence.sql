CREATE TABLE "lead_presence" (
	"client_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lead_presence_client_id_lead_id_session_id_pk" PRIMARY KEY("client_id","lead_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "joined_to" uuid;