-- Who archived each lead, as its timeline or its call says. An import archives in nobody's name. Apart
-- from the column's migration, so that reading and new leads don't wait for it.
UPDATE "leads" SET "archived_by" = "found"."account_id"
  FROM (
    SELECT "client_id", "id", coalesce(
      (SELECT CASE WHEN "timeline"."data" ? 'importId' THEN NULL ELSE "timeline"."account_id" END FROM "timeline"
        WHERE "timeline"."client_id" = "archived"."client_id" AND "timeline"."lead_id" = "archived"."id"
          AND "timeline"."kind" = 'archived' AND "timeline"."at" = "archived"."archived_at" LIMIT 1),
      (SELECT coalesce("calls"."outcome_by", "calls"."account_id") FROM "calls"
        WHERE "calls"."client_id" = "archived"."client_id" AND "calls"."lead_id" = "archived"."id"
          AND "archived"."archived_at" IN ("calls"."called_at", "calls"."outcome_at") AND "calls"."voided_at" IS NULL LIMIT 1)
    ) AS "account_id"
    FROM "leads" AS "archived" WHERE "archived"."archived_at" IS NOT NULL
  ) AS "found"
  WHERE "leads"."client_id" = "found"."client_id" AND "leads"."id" = "found"."id" AND "found"."account_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_archived_reason" ON "leads" USING btree ("client_id","archive_reason","archived_at","id","archived_by") WHERE state = 'archived' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_archived_by" ON "leads" USING btree ("client_id","archived_by","archived_at","id") WHERE archived_by is not null and state = 'archived' and deleted_at is null;