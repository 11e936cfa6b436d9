-- needs: 0072
-- From here on, rows of `deliveries` stand for several: to programs that can't read them, what is in them would be lost.
comment on column deliveries.bundle_ids is 'the deliveries that the row stands for; null: itself';
