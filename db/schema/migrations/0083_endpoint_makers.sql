-- Whose an endpoint is: it ends with their rights. Nobody noted it for those that exist.

alter table webhook_endpoints add column created_by text;
