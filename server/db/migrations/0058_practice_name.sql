ALTER TABLE "mailed_links" ADD COLUMN "practice_name" text;--> statement-breakpoint
-- Its ID isn't a name for a front desk. A report brings the real one.
UPDATE "campaigns" SET "name" = 'Google Ads (name not known yet)'
  WHERE "platform" = 'google' AND "name" = 'Google campaign ' || "platform_campaign_id";