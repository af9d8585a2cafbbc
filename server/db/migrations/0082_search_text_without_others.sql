-- The same texts as before. Most leads have no other lines, and aggregating none takes ten times as
-- long as everything else here.
CREATE OR REPLACE FUNCTION search_text(first_name text, last_name text, email text, phone text, others text)
  RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$
    select ' ' || btrim(own || case when others = '' then '' else left(
      (select coalesce(string_agg(' ' || line, '' order by number), '')
        from string_to_table(fold_text(others), E'\n') with ordinality as other (line, number)
        where position(line in own) = 0),
      greatest(0, (2400 - octet_length(own)) / 4)) end) || ' '
    from (select fold_text(first_name || ' ' || last_name || ' ' || email) || ' '
      || regexp_replace(phone, '\D', '', 'g') as own) as of_lead
  $$;
