CREATE TABLE "figure_parts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"month" date,
	"part" text NOT NULL,
	"key" text NOT NULL,
	"asked" integer NOT NULL,
	"called" integer NOT NULL,
	"lt10" integer NOT NULL,
	"lt60" integer NOT NULL,
	"open_lt10" integer NOT NULL,
	"open_lt60" integer NOT NULL,
	"entered_later" integer NOT NULL,
	"reached" integer NOT NULL,
	"booked" integer NOT NULL,
	CONSTRAINT "figure_parts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "started_hour" smallint;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "first_booked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "figure_parts_months" ON "figure_parts" USING btree ("client_id","month","part","key");--> statement-breakpoint
CREATE INDEX "enquiries_submitted" ON "enquiries" USING btree ("client_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "enquiries_of_campaign" ON "enquiries" USING btree ("client_id","campaign_id","clock_started_at") WHERE clock_started_at is not null;--> statement-breakpoint
-- What the new columns and counters would hold had they been there from the beginning.
UPDATE enquiries AS asked SET first_booked_at = (
	SELECT min(calls.called_at) FROM calls
	WHERE calls.client_id = asked.client_id AND calls.lead_id = asked.lead_id
		AND calls.outcome = 'booked' AND calls.voided_at IS NULL
		AND calls.called_at >= asked.clock_started_at
		AND calls.called_at < coalesce((
			SELECT min(later.clock_started_at) FROM enquiries AS later
			WHERE later.client_id = asked.client_id AND later.lead_id = asked.lead_id
				AND later.clock_started_at > asked.clock_started_at), 'infinity')
), started_hour = (
	SELECT extract(dow FROM local) * 24 + extract(hour FROM local) FROM (
		SELECT asked.clock_started_at AT TIME ZONE coalesce(
			(SELECT time_zone FROM open_hours WHERE open_hours.client_id = asked.client_id
				AND in_force_from <= asked.clock_started_at ORDER BY in_force_from DESC LIMIT 1),
			(SELECT time_zone FROM clients WHERE clients.id = asked.client_id)) AS local
	) AS zoned
)
WHERE asked.clock_started_at IS NOT NULL;
--> statement-breakpoint
WITH counted AS (
    select client_id, month,  part, key, sum(n)::int as asked, coalesce(sum(n) filter (where kind > 0), 0)::int as called, coalesce(sum(n) filter (where kind > 0 and (kind / 16 % 3) = 0), 0)::int as lt10, coalesce(sum(n) filter (where kind > 0 and (kind / 16 % 3) = 1), 0)::int as lt60, coalesce(sum(n) filter (where kind > 0 and (kind / 48) = 0), 0)::int as open_lt10, coalesce(sum(n) filter (where kind > 0 and (kind / 48) = 1), 0)::int as open_lt60, coalesce(sum(n) filter (where kind & 2 > 0), 0)::int as entered_later, coalesce(sum(n) filter (where kind & 4 > 0), 0)::int as reached, coalesce(sum(n) filter (where kind & 8 > 0), 0)::int as booked from (
      select client_id, month,  kind, count(*)::int as n,
        case grouping(hour, campaign_id, source_id, minute)
          when 15 then 'bucket' when 7 then 'hour' when 11 then 'campaign' when 13 then 'source'
          else 'minute' end as part,
        case grouping(hour, campaign_id, source_id, minute)
          when 15 then case when kind = 0 then ''
  else (array['lt10', 'lt60', 'other'])[1 + (kind / 16 % 3)] || ' ' || (array['lt10', 'lt60', 'other'])[1 + (kind / 48)] end
          when 7 then hour::text
          when 11 then coalesce(campaign_id::text, '')
          when 13 then coalesce(source_id::text, '')
          else minute::text end as key
      from (
        select client_id, date_trunc('month', clock_started_at at time zone 'UTC')::date as month,
          started_hour as hour, campaign_id, source_id,
          case when first_called_at < clock_started_at + make_interval(mins => 60)
            then floor(extract(epoch from first_called_at - clock_started_at) / 60)::int end as minute,
          case when first_called_at is null then 0 else 1
            + 2 * is_first_call_entered_later::int
            + 4 * (first_spoke_at is not null)::int
            + 8 * (first_booked_at is not null)::int
            + 16 * case when first_called_at < clock_started_at + make_interval(mins => 10) then 0
                when first_called_at < clock_started_at + make_interval(mins => 60) then 1 else 2 end
            + 48 * case
                when first_called_at < coalesce(open_on_time_until, 'infinity') then 0
                when first_called_at < coalesce(open_late_at, 'infinity') then 1 else 2 end
          end as kind
        from enquiries where clock_started_at is not null
      ) as facts
      group by grouping sets ((client_id, month, kind), (client_id, month, hour, kind), (client_id, month, campaign_id, kind), (client_id, month, source_id, kind), (client_id, month, minute, kind))
    ) as counted
    where key is not null
    group by client_id, month,  part, key
)
INSERT INTO figure_parts (client_id, month, part, key, asked, called, lt10, lt60, open_lt10, open_lt60, entered_later, reached, booked)
SELECT client_id, month, part, key, asked, called, lt10, lt60, open_lt10, open_lt60, entered_later, reached, booked FROM counted
UNION ALL
SELECT client_id, NULL, part, key, sum(asked), sum(called), sum(lt10), sum(lt60), sum(open_lt10), sum(open_lt60), sum(entered_later), sum(reached), sum(booked)
FROM counted GROUP BY client_id, part, key;
