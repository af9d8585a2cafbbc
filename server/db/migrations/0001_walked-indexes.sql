DROP INDEX "leads_newest";--> statement-breakpoint
DROP INDEX "leads_uncalled";--> statement-breakpoint
DROP INDEX "leads_call_backs";--> statement-breakpoint
DROP INDEX "leads_touched";--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" USING btree ("client_id","started_at","id","state","call_back_at","search") WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_uncalled" ON "leads" USING btree ("client_id","uncalled_since","id","search") WHERE state = 'new' and uncalled_since is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_call_backs" ON "leads" USING btree ("client_id","call_back_at","id","search") WHERE state = 'callback' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_touched" ON "leads" USING btree ("client_id","touched_at","id","search") WHERE state = 'new' and uncalled_since is null and deleted_at is null;