-- Organisations whose costs are counted anew, since a rate card was set or deleted: how far that is; see costs/recount.sql.
create table cost_recounts (
  organization_id text primary key,
  -- the first day whose prices are applied anew
  since date not null,
  -- charges, days or expected: each goes through all of it
  stage text not null default 'charges',
  -- how far that is: the day, and the message and the person of a group that were last
  day date,
  message_id uuid,
  participant text not null default '',
  -- how many messages before that are counted together for a volume tier: JSON by what counts them
  places jsonb not null default '{}',
  -- until then another daemon may charge by the card before
  settles_at timestamptz not null,
  -- the first day that is said to be counted anew; null once it is: what such daemons charged is looked through once more
  said_since date
);

-- Of a refunded message: how much more it cost than the last one that was counted with it, which is charged no longer in its
-- place. With it, what is charged adds up to the sums.
alter table message_costs add column residue numeric;
