-- A search text is written by the verbs that change what it has, because it has what a lead's
-- inquiries say too. What is stored already is filled in by a job: `search_fill` has a row until then.
CREATE TABLE "search_fill" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"after_client_id" uuid,
	"after_id" uuid,
	CONSTRAINT "search_fill_is_only" CHECK ("search_fill"."is_only")
);
--> statement-breakpoint
-- Lowercase, without accents and apostrophes, with spaces for hyphens. The same as `foldText` in
-- server/desk/leads/search-text.ts.
CREATE FUNCTION fold_text(words text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$
    select normalize(
      translate(
        regexp_replace(normalize(lower(words), NFD), '[\u0300-\u036f''’‘ʼ`´]', '', 'g'),
        'øłđıς-‐‑–—', 'oldiσ     '),
      NFC)
  $$;--> statement-breakpoint
-- A lead's own name, address and number, then what else its inquiries say (`others`, a line each), as
-- far as all fits into an index's entry of 2.7 KB, at four bytes a character. Between spaces, so that a
-- whole word can be searched for.
CREATE FUNCTION search_text(first_name text, last_name text, email text, phone text, others text)
  RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$
    select ' ' || btrim(own || left(
      (select coalesce(string_agg(' ' || line, '' order by number), '')
        from string_to_table(fold_text(others), E'\n') with ordinality as other (line, number)
        where position(line in own) = 0),
      greatest(0, (2400 - octet_length(own)) / 4))) || ' '
    from (select fold_text(first_name || ' ' || last_name || ' ' || email) || ' '
      || regexp_replace(phone, '\D', '', 'g') as own) as of_lead
  $$;--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "search" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "search" SET DEFAULT '';--> statement-breakpoint
INSERT INTO "search_fill" ("is_only") SELECT true WHERE EXISTS (SELECT FROM "leads");
