DROP INDEX "leads_archive_search";--> statement-breakpoint
CREATE INDEX "leads_left_search" ON "leads" USING gin (search_keys("client_id", "search")) WITH (fastupdate=false) WHERE state in ('archived', 'customer') and deleted_at is null;--> statement-breakpoint
-- Plans do not depend on the index's values, so ANALYZE need not compute its keys.
ALTER INDEX "leads_left_search" ALTER COLUMN 1 SET STATISTICS 0;
