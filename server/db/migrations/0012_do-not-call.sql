DROP INDEX "leads_uncalled";--> statement-breakpoint
DROP INDEX "leads_call_backs";--> statement-breakpoint
DROP INDEX "leads_touched";--> statement-breakpoint
DROP INDEX "leads_of_campaign";--> statement-breakpoint
DROP INDEX "leads_of_source";--> statement-breakpoint
CREATE INDEX "leads_do_not_call" ON "leads" USING btree ("client_id","do_not_call_since","id","state","uncalled_since","call_back_at","search") WHERE do_not_call_since is not null and state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_uncalled" ON "leads" USING btree ("client_id","uncalled_since","id","search") WHERE state = 'new' and uncalled_since is not null and do_not_call_since is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_call_backs" ON "leads" USING btree ("client_id","call_back_at","id","do_not_call_since","search") WHERE state = 'callback' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_touched" ON "leads" USING btree ("client_id","touched_at","id","search") WHERE state = 'new' and uncalled_since is null and do_not_call_since is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_of_campaign" ON "leads" USING btree ("client_id","campaign_id","source_id","asked_again_at","state","started_at","uncalled_since","call_back_at","touched_at","do_not_call_since","id") WHERE state in ('new', 'callback') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_of_source" ON "leads" USING btree ("client_id","source_id","campaign_id","asked_again_at","state","started_at","uncalled_since","call_back_at","touched_at","do_not_call_since","id") WHERE state in ('new', 'callback') and deleted_at is null;