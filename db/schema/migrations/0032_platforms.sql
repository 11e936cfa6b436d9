-- Channels of any platform that a daemon knows may have to be asked about, not those of one alone.
drop index channels_check_at;
create index channels_check_at on channels (platform, check_at) where deleted_at is null;
