ALTER TABLE "clients" ADD COLUMN "attempt_gaps" text[] DEFAULT '{"3h","morning","2d","4d","7d"}' NOT NULL;--> statement-breakpoint
-- A plan that a practice has chosen stays as close as the gaps can say it: business hours, at nine a
-- day, as days.
UPDATE "clients" SET "attempt_gaps" = array_fill(
	CASE
		WHEN "attempt_gap_hours" <= 1 THEN '1h'
		WHEN "attempt_gap_hours" = 2 THEN '2h'
		WHEN "attempt_gap_hours" = 3 THEN '3h'
		WHEN "attempt_gap_hours" <= 5 THEN '4h'
		WHEN "attempt_gap_hours" <= 8 THEN '6h'
		WHEN "attempt_gap_hours" <= 13 THEN '1d'
		WHEN "attempt_gap_hours" <= 22 THEN '2d'
		WHEN "attempt_gap_hours" <= 31 THEN '3d'
		WHEN "attempt_gap_hours" <= 40 THEN '4d'
		WHEN "attempt_gap_hours" <= 55 THEN '5d'
		WHEN "attempt_gap_hours" <= 76 THEN '7d'
		WHEN "attempt_gap_hours" <= 108 THEN '10d'
		ELSE '14d'
	END,
	ARRAY[greatest(1, least(11, "attempts" - 1))])
WHERE ("attempts", "attempt_gap_hours") <> (5, 20);
