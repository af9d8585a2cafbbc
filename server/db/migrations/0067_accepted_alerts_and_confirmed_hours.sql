ALTER TABLE "open_hours" ADD COLUMN "is_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "alerts_accepted" ON "alerts" USING btree ("channel","accepted_at") WHERE accepted_at is not null;
