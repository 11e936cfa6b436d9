-- Records that were imported without a value that was wrong: the line comes back, although the record was taken.
alter table imports add column incomplete bigint not null default 0;
alter table import_refusals add column imported boolean not null default false;

-- When somebody said what they consent to, and where a suppression can be checked: files of contacts know both.
alter table contact_consents add column stated_at timestamptz;
alter table suppressions add column proof text;
