-- People without a number: WhatsApp's own id of somebody, as WhatsApp has it (a business-scoped user id, or
-- `<digits>@lid`).

-- outbound: where a message goes when there is no number; inbound: who wrote, beside their number if they show it
alter table messages add column user_id text;

alter type accept_input
  -- in place of the address
  add attribute user_id text;

-- the id by which the person last wrote on this channel: somebody has one for each business portfolio
alter table conversations add column user_id text;
