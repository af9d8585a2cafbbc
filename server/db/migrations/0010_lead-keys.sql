-- No version of the product leaves these rows behind, but a database edited by hand may have them.
-- Rows of a practice that is gone belong to nobody, and nothing reads them.
DELETE FROM "inquiries" WHERE NOT EXISTS (SELECT FROM "clients" WHERE "clients"."id" = "inquiries"."client_id");--> statement-breakpoint
DELETE FROM "calls" WHERE NOT EXISTS (SELECT FROM "clients" WHERE "clients"."id" = "calls"."client_id");--> statement-breakpoint
DELETE FROM "notes" WHERE NOT EXISTS (SELECT FROM "clients" WHERE "clients"."id" = "notes"."client_id");--> statement-breakpoint
DELETE FROM "timeline" WHERE NOT EXISTS (SELECT FROM "clients" WHERE "clients"."id" = "timeline"."client_id");--> statement-breakpoint
DELETE FROM "mails" WHERE "lead_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "clients" WHERE "clients"."id" = "mails"."client_id");--> statement-breakpoint
-- A lead that is gone, but not what belongs to it, becomes a deleted lead, with the name and contact
-- of its newest inquiry. The figures still count that inquiry, and someone may restore the lead.
INSERT INTO "leads" ("client_id", "id", "first_name", "last_name", "email", "phone", "is_phone_valid", "received_at", "started_at", "touched_at", "deleted_at")
  SELECT DISTINCT ON ("client_id", "lead_id")
    "client_id", "lead_id", "first_name", "last_name", "email", "phone", "phone" LIKE '+%', "at", "at", "at", now()
  FROM (
    SELECT "client_id", "lead_id", "first_name", "last_name", "email", "phone", "received_at" AS "at", true AS "is_inquiry" FROM "inquiries"
    UNION ALL SELECT "client_id", "lead_id", '', '', '', '', "called_at", false FROM "calls"
    UNION ALL SELECT "client_id", "lead_id", '', '', '', '', "at", false FROM "notes"
    UNION ALL SELECT "client_id", "lead_id", '', '', '', '', "at", false FROM "timeline"
    UNION ALL SELECT "client_id", "lead_id", '', '', '', '', "created_at", false FROM "mails" WHERE "lead_id" IS NOT NULL
  ) AS "kept"
  WHERE NOT EXISTS (SELECT FROM "leads" WHERE "leads"."client_id" = "kept"."client_id" AND "leads"."id" = "kept"."lead_id")
  ORDER BY "client_id", "lead_id", "is_inquiry" DESC, "at" DESC;--> statement-breakpoint
-- The rest only pointed at something that is gone.
DELETE FROM "lead_presence" WHERE NOT EXISTS (SELECT FROM "leads" WHERE "leads"."client_id" = "lead_presence"."client_id" AND "leads"."id" = "lead_presence"."lead_id");--> statement-breakpoint
UPDATE "leads" SET "maybe_same_as" = NULL WHERE "maybe_same_as" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "leads" AS "other" WHERE "other"."client_id" = "leads"."client_id" AND "other"."id" = "leads"."maybe_same_as");--> statement-breakpoint
UPDATE "mails" SET "inquiry_id" = NULL WHERE "inquiry_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "inquiries" WHERE "inquiries"."client_id" = "mails"."client_id" AND "inquiries"."id" = "mails"."inquiry_id");--> statement-breakpoint
UPDATE "announced_leads" SET "inquiry_id" = NULL WHERE "inquiry_id" IS NOT NULL AND "client_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "inquiries" WHERE "inquiries"."client_id" = "announced_leads"."client_id" AND "inquiries"."id" = "announced_leads"."inquiry_id");--> statement-breakpoint
DELETE FROM "form_submissions" WHERE NOT EXISTS (SELECT FROM "inquiries" WHERE "inquiries"."client_id" = "form_submissions"."client_id" AND "inquiries"."id" = "form_submissions"."inquiry_id");--> statement-breakpoint
-- Each submission has an inquiry of its own. Of two rows for one, the newer is enough to recognize it.
DELETE FROM "form_submissions" USING "form_submissions" AS "other"
  WHERE "other"."client_id" = "form_submissions"."client_id" AND "other"."inquiry_id" = "form_submissions"."inquiry_id"
    AND ("other"."received_at", "other"."ctid") > ("form_submissions"."received_at", "form_submissions"."ctid");--> statement-breakpoint
DROP INDEX "form_submissions_inquiry";--> statement-breakpoint
DROP INDEX "mails_of_contact_request";--> statement-breakpoint
DROP INDEX "mails_unfinished";--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_client_id_inquiry_id_pk" PRIMARY KEY("client_id","inquiry_id");--> statement-breakpoint
CREATE INDEX "mails_of_contact_request" ON "mails" USING btree ("client_id","contact_request_id") WHERE contact_request_id is not null;--> statement-breakpoint
CREATE INDEX "mails_unfinished" ON "mails" USING btree ("client_id","state") WHERE state in ('queued', 'sending');--> statement-breakpoint
-- Not valid: new rows are checked at once. `validateKeys` checks the others after this transaction,
-- so that it does not keep the tables locked while it reads them.
ALTER TABLE "announced_leads" ADD CONSTRAINT "announced_leads_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_presence" ADD CONSTRAINT "lead_presence_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_client_id_maybe_same_as_leads_client_id_id_fk" FOREIGN KEY ("client_id","maybe_same_as") REFERENCES "public"."leads"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_client_id_inquiry_id_inquiries_client_id_id_fk" FOREIGN KEY ("client_id","inquiry_id") REFERENCES "public"."inquiries"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") NOT VALID;--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_client_id_lead_id_leads_client_id_id_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "public"."leads"("client_id","id") NOT VALID;
