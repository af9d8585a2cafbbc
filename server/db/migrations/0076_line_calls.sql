DROP INDEX "rings_once";--> statement-breakpoint
ALTER TABLE "rings" ADD COLUMN "started_by" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "rings_once" ON "rings" USING btree ("client_id","inquiry_id") WHERE started_by is null;