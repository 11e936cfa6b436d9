-- Since when the person is blocked on the conversation's number, as it was asked for here; null: not from here.
alter table conversations add column blocked_at timestamptz;
