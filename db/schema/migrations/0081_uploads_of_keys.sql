-- Who sees what was uploaded, beside callers of all channels: keys for one of these channels, which are those of the
-- keys that uploaded it. Of what is there already, nobody knows.
alter table media add column for_channels text[];
alter table resumable_uploads add column for_channels text[];
