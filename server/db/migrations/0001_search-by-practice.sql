-- Every piece of three characters of what is searched, behind six characters of its practice's id.
-- A text holds what somebody looks for only if it has all pieces of that. Dear to work out (COST), so
-- that it is asked of an index and not of one row after the other.
CREATE FUNCTION search_keys(client_id uuid, words text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
  AS $$
    select array_agg(practice || substr(words, place, 3))
    from (select right(client_id::text, 6) as practice) as of_practice,
      generate_series(1, length(words) - 2) as place
  $$;--> statement-breakpoint
DROP INDEX "leads_search";--> statement-breakpoint
DROP INDEX "leads_archive_search";--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin (search_keys("client_id", "search")) WITH (fastupdate=false) WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_archive_search" ON "leads" USING gin (search_keys("client_id", "search")) WITH (fastupdate=false) WHERE state = 'archived' and deleted_at is null;--> statement-breakpoint
-- Nothing is planned by what stands in these indexes, so ANALYZE need not work out their pieces.
ALTER INDEX "leads_search" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "leads_archive_search" ALTER COLUMN 1 SET STATISTICS 0;
