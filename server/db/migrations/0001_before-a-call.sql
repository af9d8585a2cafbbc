ALTER TABLE "leads" ADD COLUMN "third_last_called_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "do_not_call_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "do_not_call_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "leads" SET "third_last_called_at" = (
  SELECT "called_at" FROM "calls"
  WHERE "calls"."client_id" = "leads"."client_id" AND "calls"."lead_id" = "leads"."id"
    AND "outcome" IS NOT NULL AND "voided_at" IS NULL
  ORDER BY "called_at" DESC OFFSET 2 LIMIT 1
) WHERE "attempts" >= 3;
