-- How loud a voice message is from its beginning to its end: apps draw it.

-- 64 bytes from 0 to 100
alter table media add column waveform bytea;
