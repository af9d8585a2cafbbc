CREATE TABLE "rollups" (
	"client_id" uuid NOT NULL,
	"part" text NOT NULL,
	"span" text NOT NULL,
	"since" date NOT NULL,
	"key" text NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"leads" integer DEFAULT 0 NOT NULL,
	"customers" integer DEFAULT 0 NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"lt10" integer DEFAULT 0 NOT NULL,
	"lt60" integer DEFAULT 0 NOT NULL,
	"open_lt10" integer DEFAULT 0 NOT NULL,
	"open_lt60" integer DEFAULT 0 NOT NULL,
	"entered_later" integer DEFAULT 0 NOT NULL,
	"reached" integer DEFAULT 0 NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rollups_client_id_part_span_since_key_id_pk" PRIMARY KEY("client_id","part","span","since","key","id")
);--> statement-breakpoint
-- Counts every practice's rows, one practice at a time, as `npm run admin -- rebuild-rollups` does.
DO $$
DECLARE practice record;
BEGIN
	FOR practice IN SELECT "id" FROM "clients" LOOP
		INSERT INTO "rollups" ("client_id", "part", "span", "since", "key", "leads", "customers", "asked",
			"lt10", "lt60", "open_lt10", "open_lt60", "entered_later", "reached", "booked")
		SELECT practice.id, part,
			CASE grouping(day, month) WHEN 1 THEN 'day' WHEN 2 THEN 'month' ELSE 'all' END AS span,
			CASE grouping(day, month) WHEN 1 THEN day WHEN 2 THEN month ELSE '-infinity' END AS since,
			key, sum(leads), sum(customers), sum(asked), sum((wall = 'lt10')::int), sum((wall = 'lt60')::int),
			sum((open = 'lt10')::int), sum((open = 'lt60')::int), sum(later), sum(reached), sum(booked)
		FROM (
			SELECT facts.*, day, date_trunc('month', day)::date AS month, 0 AS leads, 0 AS customers,
				1 AS asked, coalesce(wall, '') AS wall, coalesce(open, '') AS open, later, reached, booked
			FROM (
				SELECT (clock_started_at AT TIME ZONE 'UTC')::date AS day, started_hour, campaign_id, source_id,
					is_first_call_entered_later::int AS later, (first_spoke_at IS NOT NULL)::int AS reached,
					(first_booked_at IS NOT NULL)::int AS booked,
					CASE WHEN first_called_at < clock_started_at + interval '10 minutes' THEN 'lt10'
						WHEN first_called_at < clock_started_at + interval '60 minutes' THEN 'lt60'
						WHEN first_called_at IS NOT NULL THEN 'other' END AS wall,
					CASE WHEN first_called_at < coalesce(open_on_time_until, 'infinity') THEN 'lt10'
						WHEN first_called_at < coalesce(open_late_at, 'infinity') THEN 'lt60'
						WHEN first_called_at IS NOT NULL THEN 'other' END AS open,
					CASE WHEN first_called_at < clock_started_at + interval '60 minutes'
						THEN floor(extract(epoch FROM first_called_at - clock_started_at) / 60)::int END AS minute
				FROM "inquiries" WHERE client_id = practice.id AND clock_started_at IS NOT NULL
			) AS inquiry, LATERAL (VALUES
				('total', ''), ('bucket', coalesce(wall || ' ' || open, '')), ('hour', started_hour::text),
				('campaign', coalesce(campaign_id::text, '')), ('source', coalesce(source_id::text, '')),
				('minute', minute::text)
			) AS facts(part, key)
			UNION ALL
			SELECT facts.*, day, date_trunc('month', day)::date, 1, customer, 0, '', '', 0, 0, 0
			FROM (
				SELECT (started_at AT TIME ZONE 'UTC')::date AS day, campaign_id,
					(booked_at IS NOT NULL)::int AS customer
				FROM "leads" WHERE client_id = practice.id AND is_counted AND NOT is_test
			) AS lead, LATERAL (VALUES ('total', ''), ('campaign', coalesce(campaign_id::text, '')))
				AS facts(part, key)
		) AS counted
		WHERE key IS NOT NULL
		GROUP BY GROUPING SETS ((part, key, day), (part, key, month), (part, key))
		ORDER BY span, since;

		INSERT INTO "rollups" ("client_id", "part", "span", "since", "key", "leads")
		SELECT practice.id, part, span, since, '', count(*)
		FROM "leads", LATERAL (VALUES
			('queue', 'all', '-infinity'::date, state = 'new'),
			('uncalled', 'all', '-infinity', state = 'new' AND uncalled_since IS NOT NULL),
			('archived', 'all', '-infinity', state = 'archived'),
			('queue', 'day', (call_back_at AT TIME ZONE 'UTC')::date,
				state = 'callback' AND call_back_at IS NOT NULL)
		) AS facts(part, span, since, is_meant)
		WHERE client_id = practice.id AND is_counted AND erased_at IS NULL AND is_meant
		GROUP BY part, span, since;
	END LOOP;
END $$;--> statement-breakpoint
DROP TABLE "figure_days";--> statement-breakpoint
DROP TABLE "figure_parts";--> statement-breakpoint
DROP TABLE "figure_rollups";--> statement-breakpoint
DROP TABLE "queue_rollups";