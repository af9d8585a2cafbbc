ALTER TABLE "contact_requests" ADD COLUMN "folded_into" uuid;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD COLUMN "practice_name" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Its ID isn't a name for a front desk. A report brings the real one.
UPDATE "campaigns" SET "name" = 'Google Ads (name not known yet)'
  WHERE "platform" = 'google' AND "name" = 'Google campaign ' || "platform_campaign_id";--> statement-breakpoint
-- Questionnaires that the same person has started and then finished another one.
UPDATE "contact_requests" SET "folded_into" = "found"."finished_id"
  FROM (
    SELECT DISTINCT ON ("started"."id") "started"."id", "finished"."id" AS "finished_id"
      FROM "contact_requests" AS "started"
      JOIN "contact_requests" AS "finished" ON "finished"."email" = "started"."email"
        AND "finished"."kind" = 'questionnaire' AND "finished"."erased_at" IS NULL
        AND "finished"."finished_at" >= "started"."received_at"
      WHERE "started"."kind" = 'questionnaire' AND "started"."state" = 'unfinished' AND "started"."erased_at" IS NULL
      ORDER BY "started"."id", "finished"."finished_at"
  ) AS "found"
  WHERE "contact_requests"."id" = "found"."id";