-- Answers that people keep to write them again, found by a short word.
create table quick_replies (
  organization_id text not null,
  id text not null,
  -- unique, in lower case
  shortcut text not null,
  title text not null,
  -- with placeholders such as {{first_name|there}}
  body text not null,
  -- the channels it is for; null is all
  channel_ids text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, shortcut)
);
