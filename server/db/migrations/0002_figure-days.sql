CREATE TABLE "figure_days" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"day" date NOT NULL,
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
	CONSTRAINT "figure_days_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE INDEX "figure_days_days" ON "figure_days" USING btree ("client_id","day","part","key");
--> statement-breakpoint
-- What is there already is counted once; from now on it is kept.
insert into figure_days (client_id, day, part, key, asked, called, lt10, lt60, open_lt10, open_lt60, entered_later, reached, booked)
    select client_id, day, part, key, asked, called, lt10, lt60, open_lt10, open_lt60, entered_later, reached, booked
    from (
    select client_id, day,  part, key, sum(n)::int as asked, coalesce(sum(n) filter (where kind > 0), 0)::int as called, coalesce(sum(n) filter (where kind > 0 and (kind / 16 % 3) = 0), 0)::int as lt10, coalesce(sum(n) filter (where kind > 0 and (kind / 16 % 3) = 1), 0)::int as lt60, coalesce(sum(n) filter (where kind > 0 and (kind / 48) = 0), 0)::int as open_lt10, coalesce(sum(n) filter (where kind > 0 and (kind / 48) = 1), 0)::int as open_lt60, coalesce(sum(n) filter (where kind & 2 > 0), 0)::int as entered_later, coalesce(sum(n) filter (where kind & 4 > 0), 0)::int as reached, coalesce(sum(n) filter (where kind & 8 > 0), 0)::int as booked from (
      select client_id, day,  kind, count(*)::int as n,
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
          (clock_started_at at time zone 'UTC')::date as day, started_hour as hour, campaign_id, source_id,
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
      group by grouping sets ((client_id, day, kind), (client_id, day, hour, kind), (client_id, day, campaign_id, kind), (client_id, day, source_id, kind), (client_id, day, minute, kind))
    ) as counted
    where key is not null
    group by client_id, day,  part, key) as counted order by client_id, day;
