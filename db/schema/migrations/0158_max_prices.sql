-- The most that a marketing template may cost, as JSON in Meta's form (`optimization_spec`); null: as the rate card has it.
alter table templates add column optimization_spec text;
