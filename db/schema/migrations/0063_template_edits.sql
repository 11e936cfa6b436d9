-- When templates were edited, so that a further edit is not asked for which Meta refuses.

-- JSON as text: when it was edited here while it was approved, of the last 30 days
alter table templates add column edits text not null default '[]';
