-- The CRM: companies, deals and tasks beside the contacts, and what is said, listed and linked of any of them.

-- Contacts are records, too, of kind contact; they stay in their own table.
create table crm_records (
  organization_id text not null,
  id text not null,
  -- company, deal or task
  kind text not null,
  name text not null,
  custom_fields text not null default '{}',
  -- of deals
  pipeline_id text,
  stage text,
  amount numeric(18, 2),
  currency text,
  -- of tasks
  due_at timestamptz,
  completed_at timestamptz,
  assignee_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index crm_records_kind on crm_records (organization_id, kind, id);
create index crm_records_pipeline on crm_records (organization_id, pipeline_id, stage, id) where pipeline_id is not null;
create index crm_records_assignee on crm_records (organization_id, assignee_id, id) where assignee_id is not null;
create index crm_records_open_tasks on crm_records (organization_id, due_at, id) where kind = 'task' and completed_at is null;

create table crm_pipelines (
  organization_id text not null,
  id text not null,
  name text not null,
  -- an array of { name, outcome: open, won or lost }, in order, as JSON text
  stages text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);

create table crm_comments (
  organization_id text not null,
  record_id text not null,
  id text not null,
  body text not null,
  author text,
  created_at timestamptz not null default now(),
  primary key (organization_id, record_id, id)
);

create table crm_lists (
  organization_id text not null,
  id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);

create table crm_list_entries (
  organization_id text not null,
  list_id text not null,
  record_id text not null,
  position bigint generated always as identity,
  added_at timestamptz not null default now(),
  primary key (organization_id, list_id, record_id)
);
create index crm_list_entries_position on crm_list_entries (organization_id, list_id, position);
create index crm_list_entries_record on crm_list_entries (organization_id, record_id);

create table crm_relationships (
  organization_id text not null,
  id text not null,
  record_id text not null,
  related_record_id text not null,
  type text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, record_id, related_record_id, type)
);
create index crm_relationships_related on crm_relationships (organization_id, related_record_id, id);
