-- What platforms charge: the cards of an installation, each valid from a day on until the next one. All have one
-- currency.
create table rate_cards (
  id text primary key,
  -- three capital letters, as ISO 4217 has them
  currency text not null,
  -- the first day, of the business account's time zone, whose messages have its rates
  valid_from date not null unique,
  created_at timestamptz not null default now()
);

create table rates (
  card_id text not null,
  -- two letters of the recipient's country; * is any other
  country text not null,
  -- as Meta has it, in small letters, such as authentication_international
  category text not null,
  -- the messages of the calendar month, to all countries of the market, after which this amount is charged
  above bigint not null default 0,
  -- Meta's name of the countries whose messages are counted together, or the country itself
  market text not null,
  amount numeric not null,
  primary key (card_id, country, category, above)
);
