DROP INDEX "contact_requests_of_state";--> statement-breakpoint
CREATE INDEX "contact_requests_of_state" ON "contact_requests" USING btree ("state","received_at","id") WHERE erased_at is null;