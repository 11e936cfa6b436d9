-- How often a message was tried again for each cause, as JSON text of counts; null: for none that is counted.
alter table lane_items add column retries text;
