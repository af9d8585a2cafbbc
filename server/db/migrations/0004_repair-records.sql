-- The id of a lead that was viewed came as the address had it: anything, or in capitals.
UPDATE "audit_entries" SET "detail" = jsonb_set("detail", '{lead}', to_jsonb(lower("detail" ->> 'lead')))
  WHERE "detail" ->> 'lead' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AND "detail" ->> 'lead' <> lower("detail" ->> 'lead');--> statement-breakpoint
UPDATE "audit_entries" SET "detail" = "detail" - 'lead'
  WHERE "detail" ? 'lead' AND "detail" ->> 'lead' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';--> statement-breakpoint
-- Read as text: a body is kept as it came, and no cast of it may stop the start.
UPDATE "deliveries" SET "platform_lead_ids" = found.ids
  FROM (
    SELECT "id", array_agg(DISTINCT named[1]) AS ids
    FROM "deliveries", regexp_matches("body", '"leadgen_id"\s*:\s*"?(\d+)', 'g') AS named
    GROUP BY "id"
  ) AS found
  WHERE "deliveries"."id" = found."id";
