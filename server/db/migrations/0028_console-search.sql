CREATE INDEX "audit_entries_of_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_account" ON "audit_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin (lower("to" || ' ' || subject) gin_trgm_ops);