ALTER TABLE "mailed_links" ADD COLUMN "template_set_id" uuid;--> statement-breakpoint
CREATE INDEX "ring_calls_placed" ON "ring_calls" USING btree ("placed_at") WHERE call_sid is not null;--> statement-breakpoint
CREATE INDEX "texts_sent" ON "texts" USING btree ("sending_at") WHERE direction = 'out' and state in ('accepted', 'sent', 'delivered');