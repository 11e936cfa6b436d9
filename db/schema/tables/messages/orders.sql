create table orders (
  organization_id text not null,
  id text not null,
  order_no bigint not null,
  message_id uuid not null,
  channel_id text not null,
  conversation_id text not null,
  contact_id text,
  catalog_id text,
  note text not null default '',
  -- the product items as JSON text
  items text not null,
  status text not null default 'created',
  payment_status text not null default 'pending',
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index orders_contact on orders (organization_id, contact_id, id) where contact_id is not null;
create index orders_status on orders (organization_id, status, id);
create index orders_conversation on orders (organization_id, conversation_id, id);

-- The last order number of each organisation.
create table order_numbers (
  organization_id text primary key,
  last bigint not null
);
