-- By which words messages are found; see messages/search. It is written beside the work itself, a moment later.

-- How far an organisation's messages are in the index.
create table message_search_places (
  organization_id text primary key,
  -- how far its log of events was followed
  position bigint not null,
  event_id text collate "C" not null,
  -- messages that were recorded before this (milliseconds since 1970) were there before the index, and are added to it
  -- beginning with the newest; null once all of them are in it
  earlier_than bigint
) with (fillfactor = 70);

-- The messages of one organisation that were recorded one after the other: some thousands, within a week.
create table message_search_blocks (
  organization_id text not null,
  -- when it begins (milliseconds since 1970); it ends where the next one begins
  starts_at bigint not null,
  id integer generated always as identity,
  -- when its newest message was recorded
  newest_at bigint not null,
  messages integer not null,
  -- each word has one row
  is_merged boolean not null default false,
  primary key (organization_id, starts_at)
) with (fillfactor = 70);
create index message_search_blocks_growing on message_search_blocks (organization_id, starts_at) where not is_merged;

-- The words of the messages of each block. Not led by organization_id: a block is of one.
create table message_search_words (
  block_id integer not null,
  word text collate "C" not null,
  -- when the messages that have it were recorded: milliseconds since the block's start, four bytes each
  moments bytea not null
);
create index message_search_words_word on message_search_words (block_id, word);
