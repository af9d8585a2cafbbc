ALTER TABLE "leads" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "queue_tallies" ADD COLUMN "archived" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_archived" ON "leads" USING btree ("client_id","archived_at","id","search") WHERE state = 'archived' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_archive_search" ON "leads" USING gin ("client_id","search" gin_trgm_ops) WITH (fastupdate=false) WHERE state = 'archived' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_of_campaign" ON "leads" USING btree ("client_id","campaign_id","source_id","asked_again_at","state","started_at","uncalled_since","call_back_at","touched_at","id") WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_of_source" ON "leads" USING btree ("client_id","source_id","campaign_id","asked_again_at","state","started_at","uncalled_since","call_back_at","touched_at","id") WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_asked_again" ON "leads" USING btree ("client_id","asked_again_at","id") WHERE asked_again_at is not null and state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
UPDATE "leads" SET "source_id" = (
  SELECT "enquiries"."source_id" FROM "enquiries"
  WHERE "enquiries"."client_id" = "leads"."client_id" AND "enquiries"."lead_id" = "leads"."id"
  ORDER BY "submitted_at" DESC LIMIT 1
);--> statement-breakpoint
INSERT INTO "queue_tallies" ("client_id", "leads", "uncalled", "archived")
SELECT "client_id", 0, 0, count(*) FROM "leads"
WHERE "state" = 'archived' AND "is_counted" GROUP BY "client_id";
