-- Who started a broadcast: its messages are theirs, and count in the budget of their key or user.
alter table broadcasts add column author text;

-- What was spent when a budget's line was said to be crossed: below that, room was given back, and it can be said again.
alter table budget_alerts add column spent numeric;
