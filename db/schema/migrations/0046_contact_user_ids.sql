-- Contacts are made and found by WhatsApp's own ids of people, too.
alter type contact_input
  add attribute bsuid text,
  add attribute parent_bsuid text,
  -- its digits
  add attribute lid text,
  -- in lower case, without the @
  add attribute username text;
