-- Questions are counted by the network they come from: a /64 of IPv6 is one. Those that exist have only their address.

alter table device_logins add column network text;
