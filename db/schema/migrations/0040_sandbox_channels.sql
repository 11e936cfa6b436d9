-- Whether a channel was created in the sandbox. Of those that are there, it is known of the sandbox's own number alone.
alter table channels add column sandbox boolean not null default false;
update channels set sandbox = true where phone_number_id = '100200300400500';
