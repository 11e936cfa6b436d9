-- The deliveries that wait together as one item of an endpoint's lane; null where the item is a single one, or no
-- delivery. See db/webhooks/bundles.sql.
alter table lane_items add column deliveries text[];
