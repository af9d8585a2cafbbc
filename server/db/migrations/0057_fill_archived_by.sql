-- A job fills it in for the leads that are stored already: see server/desk/leads/fill-leads.ts. If it is
-- still writing search texts, it starts again.
INSERT INTO "search_fill" ("is_only") SELECT true WHERE EXISTS (SELECT FROM "leads" WHERE "archived_at" IS NOT NULL)
  ON CONFLICT ("is_only") DO UPDATE SET "after_client_id" = NULL, "after_id" = NULL;--> statement-breakpoint
CREATE INDEX "leads_archived_reason" ON "leads" USING btree ("client_id","archive_reason","archived_at","id","archived_by") WHERE state = 'archived' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_archived_by" ON "leads" USING btree ("client_id","archived_by","archived_at","id") WHERE archived_by is not null and state = 'archived' and deleted_at is null;