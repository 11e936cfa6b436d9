-- A template belongs to a business account (WABA) and is usable on every
-- channel of it. Which channel a record shows is looked up when it is read.
-- Triggers: templates/status-trigger.sql.
create table templates (
  organization_id text not null,
  id text not null,
  waba_id text not null,
  -- the platform's id; null while nobody but us knows the template
  provider_id text,
  name text not null,
  language text not null,
  category text not null,
  parameter_format text not null default 'POSITIONAL',
  status text not null,
  rejected_reason text,
  -- flagged (about to be paused for its quality) or locked (can't be edited)
  flag text,
  quality text,
  -- JSON as text: the definition the platform has
  components text not null,
  -- JSON as text: { category, components } to be submitted as an edit
  draft text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- JSON as text: when it was edited here while it was approved, within the last 30 days, so that no edit is
  -- submitted that Meta would refuse
  edits text not null default '[]',
  -- The most that a marketing template may cost, as JSON in Meta's form; null: as the rate card has it.
  optimization_spec text,
  primary key (organization_id, id)
);
create unique index templates_name on templates (organization_id, waba_id, name, language);
-- Webhooks name a template of an account, not an organisation.
create index templates_provider_id on templates (waba_id, provider_id);

create table template_syncs (
  organization_id text not null,
  id text not null,
  -- null is every official channel
  channel_id text,
  -- queued, running, succeeded or failed
  status text not null default 'queued',
  created integer not null default 0,
  updated integer not null default 0,
  deleted integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);
