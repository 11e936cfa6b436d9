-- What came in that nobody reads, by its shape: names of members and words of protocols, never what was in them.
create table drift (
  -- meta_webhook, meta_answer, stanza or close_code
  source text not null,
  shape text collate "C" not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  count bigint not null,
  primary key (source, shape)
) with (fillfactor = 70);
