CREATE TABLE "figure_tallies" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"day" date NOT NULL,
	"campaign_id" uuid,
	"leads" integer NOT NULL,
	"customers" integer NOT NULL,
	"lt10" integer NOT NULL,
	"lt60" integer NOT NULL,
	"other" integer NOT NULL,
	"open_lt10" integer NOT NULL,
	"open_lt60" integer NOT NULL,
	"open_other" integer NOT NULL,
	"entered_later" integer NOT NULL,
	CONSTRAINT "figure_tallies_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "queue_tallies" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"due_on" date,
	"leads" integer NOT NULL,
	"uncalled" integer NOT NULL,
	CONSTRAINT "queue_tallies_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
DROP INDEX "leads_booked";--> statement-breakpoint
-- What is there already is counted, but for what was deleted; a new row is not until it has an enquiry.
ALTER TABLE "leads" ADD COLUMN "is_counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "leads" SET "is_counted" = false WHERE "deleted_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "is_counted" SET DEFAULT false;--> statement-breakpoint
CREATE INDEX "figure_tallies_days" ON "figure_tallies" USING btree ("client_id","day","campaign_id");--> statement-breakpoint
CREATE INDEX "queue_tallies_days" ON "queue_tallies" USING btree ("client_id","due_on");--> statement-breakpoint
CREATE INDEX "enquiries_uncalled" ON "enquiries" USING btree ("client_id","clock_started_at","open_late_at","campaign_id") WHERE clock_started_at is not null and first_called_at is null;--> statement-breakpoint
CREATE INDEX "leads_counted" ON "leads" USING btree ("client_id","started_at") WHERE is_counted and not is_test;--> statement-breakpoint
INSERT INTO "figure_tallies" ("client_id", "day", "campaign_id", "leads", "customers", "lt10", "lt60",
  "other", "open_lt10", "open_lt60", "open_other", "entered_later")
SELECT client_id, day, campaign_id, sum(leads), sum(customers), sum(lt10), sum(lt60), sum(other),
  sum(open_lt10), sum(open_lt60), sum(open_other), sum(entered_later)
FROM (
  SELECT client_id, (started_at AT TIME ZONE 'UTC')::date AS day, campaign_id, count(*) AS leads,
    count(booked_at) AS customers, 0 AS lt10, 0 AS lt60, 0 AS other, 0 AS open_lt10, 0 AS open_lt60,
    0 AS open_other, 0 AS entered_later
  FROM "leads" WHERE deleted_at IS NULL AND NOT is_test GROUP BY 1, 2, 3
  UNION ALL
  SELECT client_id, (clock_started_at AT TIME ZONE 'UTC')::date, campaign_id, 0, 0,
    count(*) FILTER (WHERE wall < interval '10 minutes'),
    count(*) FILTER (WHERE wall >= interval '10 minutes' AND wall < interval '60 minutes'),
    count(*) FILTER (WHERE wall >= interval '60 minutes'),
    count(*) FILTER (WHERE first_called_at < open_until),
    count(*) FILTER (WHERE first_called_at >= open_until AND first_called_at < open_late),
    count(*) FILTER (WHERE first_called_at >= open_late),
    count(*) FILTER (WHERE is_first_call_entered_later)
  FROM (
    SELECT *, first_called_at - clock_started_at AS wall,
      coalesce(open_on_time_until, 'infinity') AS open_until,
      coalesce(open_late_at, 'infinity') AS open_late
    FROM "enquiries" WHERE clock_started_at IS NOT NULL AND first_called_at IS NOT NULL
  ) AS called
  GROUP BY 1, 2, 3
) AS counted
GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO "queue_tallies" ("client_id", "due_on", "leads", "uncalled")
SELECT client_id, CASE WHEN state = 'callback' THEN (call_back_at AT TIME ZONE 'UTC')::date END,
  count(*), count(*) FILTER (WHERE state = 'new' AND uncalled_since IS NOT NULL)
FROM "leads"
WHERE deleted_at IS NULL AND (state = 'new' OR (state = 'callback' AND call_back_at IS NOT NULL))
GROUP BY 1, 2;
