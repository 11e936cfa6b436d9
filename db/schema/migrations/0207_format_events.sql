-- Which of its format's own events an endpoint gets, where several are behind one of ours; null is all.
alter table webhook_endpoints add column format_events text[];
