-- One row for all deliveries of a bundle that go well at once: see db/webhooks/bundled-rows.sql. Null in the row of one
-- delivery. What changes is behind what stays, so that the WAL of an update is short.
alter table deliveries
  add column bundle_ids text[],
  add column bundle_event_ids text[],
  -- null where all are the row's own
  add column bundle_event_types text[],
  add column bundle_response_statuses integer[],
  add column bundle_response_bodies text[],
  -- null while it waits
  add column bundle_durations_ms integer[],
  add column bundle_finished_at timestamptz[];
