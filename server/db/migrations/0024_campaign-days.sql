CREATE TABLE "campaign_days" (
	"client_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"day" date NOT NULL,
	"impressions" bigint,
	"clicks" bigint,
	"spend_cents" bigint,
	"origin" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campaign_days_client_id_campaign_id_day_pk" PRIMARY KEY("client_id","campaign_id","day")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "budget_cents" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "asked_figures_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "figures_problem" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_days" ADD CONSTRAINT "campaign_days_client_id_campaign_id_campaigns_client_id_id_fk" FOREIGN KEY ("client_id","campaign_id") REFERENCES "public"."campaigns"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_days_of_practice" ON "campaign_days" USING btree ("client_id","day");