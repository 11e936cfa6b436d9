-- What of an organisation has not ended: its files take space.
create index imports_unfinished on imports (organization_id) where status in ('uploading', 'queued', 'running');
