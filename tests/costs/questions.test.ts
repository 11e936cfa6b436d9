/** Whatever sums answer a question, the answer is what adding up each message gives. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const CHANNELS = ["ch_a", "ch_b"];
const CATEGORIES = ["marketing", "utility"];
const COUNTRIES = ["DE", "US", ""];
const USER = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a13";
const KEYS = ["key_1", USER];
const BROADCASTS = ["", "bc_1"];
const DAYS = ["2026-01-31", "2026-02-01", "2026-02-15", "2026-02-28", "2026-03-01", "2026-03-02"];

type Delivered = {
  day: string;
  channel_id: string;
  category: string;
  country: string;
  key: string;
  broadcast_id: string;
  contact_id: string;
  user: string;
  template: string | null;
  messaging_account_id: string | null;
  amount: number;
};

const delivered: Delivered[] = [];
const combined = <One extends object, Name extends string, Value>(ones: One[], name: Name, values: Value[]) =>
  ones.flatMap((one) => values.map((value) => ({ ...one, [name]: value }) as One & Record<Name, Value>));

beforeAll(async () => {
  const { body } = await waypost.call("POST", "/v1/contacts", { phone_number: "+4915123456701" });
  const days = combined([{ contact_id: body.id as string }], "day", DAYS);
  const places = combined(
    combined(combined(days, "channel_id", CHANNELS), "category", CATEGORIES),
    "country",
    COUNTRIES,
  );
  const all = combined(combined(places, "key", KEYS), "broadcast_id", BROADCASTS);
  const more = (one: { key: string; category: string }) => ({
    user: one.key === USER ? USER : "",
    template: one.category === "marketing" ? "offer" : null,
  });
  const accountOf = (nth: number) => (nth % 5 < 2 ? "500400300200101" : null);
  delivered.push(
    ...all.map((one, nth) => ({
      ...{ ...one, ...more(one), messaging_account_id: accountOf(nth), amount: 1 + (nth % 7) },
    })),
  );
  const changes = delivered.map((one) => ({
    ...{
      ...one,
      organization_id: waypost.organizationId,
      currency: "EUR",
      messages: 1,
      free: 0,
      unpriced: 0,
    },
  }));
  await waypost.sql`select add_costs(array(
    select change from json_populate_recordset(null::cost_change, ${JSON.stringify(changes)}::text::json) as change))`;
});

const MEMBERS = {
  channel_id: "channel_id",
  category: "category",
  country: "country",
  key_id: "key",
  broadcast_id: "broadcast_id",
  account_id: "messaging_account_id",
};
const GROUPS = {
  day: "day",
  channel: "channel_id",
  account: "messaging_account_id",
  category: "category",
  country: "country",
  key: "key",
  user: "user",
  broadcast: "broadcast_id",
  template: "template",
};
const RANGES: [string, string][] = [
  ["2026-02-01", "2026-02-28"],
  ["2026-01-31", "2026-03-01"],
  ["2026-01-01", "2026-12-31"],
  ["2026-02-15", "2026-02-20"],
  ["2026-02-01", "2026-03-01"],
];
const FILTERS: Partial<Record<keyof typeof MEMBERS, string>>[] = [
  {},
  { channel_id: "ch_a" },
  { country: "DE" },
  { key_id: "key_1", category: "utility" },
  { broadcast_id: "bc_1", country: "US" },
];

/** By channel and category alone. */
const OF_TEMPLATES: typeof FILTERS = [{}, { channel_id: "ch_a" }, { category: "utility" }];

/** By channel, category and country. */
const OF_ACCOUNTS: typeof FILTERS = [
  ...OF_TEMPLATES,
  { country: "DE" },
  { channel_id: "ch_b", country: "US" },
];
const BY_ACCOUNTS = ["day", "channel", "account", "category", "country"];
const filtersOf = (group: string) =>
  group === "template"
    ? OF_TEMPLATES
    : [
        ...(group === "account" ? OF_ACCOUNTS : FILTERS),
        ...OF_ACCOUNTS.filter(() => BY_ACCOUNTS.includes(group)).map((filter) => ({
          ...filter,
          account_id: "500400300200101",
        })),
      ];

const QUESTIONS = Object.keys(GROUPS).flatMap((group) =>
  filtersOf(group).map((filter) => ({ group, filter })),
);

test.each(QUESTIONS)("by $group, only $filter", async ({ group, filter }) => {
  for (const [from, to] of RANGES) {
    const query = new URLSearchParams({ from, to, group_by: group, currency: "EUR", ...filter });
    const { body, status } = await waypost.call("GET", `/v1/costs?${query}`);
    expect([status, body.detail]).toEqual([200, undefined]);
    const wanted = delivered.filter(
      (one) =>
        one.day >= from &&
        one.day <= to &&
        Object.entries(filter).every(
          ([name, value]) => one[MEMBERS[name as keyof typeof MEMBERS] as "key"] === value,
        ),
    );
    const sums = new Map<string | null, number>();
    for (const one of wanted) {
      const name = one[GROUPS[group as keyof typeof GROUPS] as "key"] || null;
      sums.set(name, (sums.get(name) ?? 0) + one.amount);
    }
    const found = new Map(body.data.map((one: { group: string; amount: number }) => [one.group, one.amount]));
    expect(found).toEqual(sums);
    const amount = wanted.reduce((sum, one) => sum + one.amount, 0);
    expect(body.total).toMatchObject({ messages: wanted.length, amount });
  }
});

test("a contact's months, and its costs as part of another contact", async () => {
  const [{ contact_id: id } = { contact_id: "" }] = delivered;
  const amount = delivered.reduce((sum, one) => sum + one.amount, 0);
  const query = "from=2026-01-01&to=2026-12-31&currency=EUR";
  const { body } = await waypost.call("GET", `/v1/costs?${query}&contact_id=${id}`);
  expect(body.data.map(({ group }: { group: string }) => group)).toEqual(["2026-01", "2026-02", "2026-03"]);
  expect(body.total.amount).toBe(amount);
  const other = await waypost.call("POST", "/v1/contacts", { phone_number: "+4915123456702", name: "Ada" });
  await waypost.sql`select merge_contacts(${waypost.organizationId}, ${other.body.id}, ${id})`;
  const all = await waypost.call("GET", `/v1/costs?${query}&group_by=contact`);
  expect(all.body.data).toMatchObject([
    { group: other.body.id, name: "Ada", amount, messages: delivered.length },
  ]);
  expect((await waypost.call("DELETE", `/v1/contacts/${other.body.id}`)).status).toBe(204);
  const after = await waypost.call("GET", `/v1/costs?${query}&group_by=contact`);
  expect([after.body.data, after.body.total.amount]).toEqual([[], amount]);
});

test.each([
  ["from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z", "from=2026-02-01&to=2026-02-28"],
  ["from=2026-02-01T00:00:00%2B05:30&to=2026-03-01T00:00%2B05:30", "from=2026-02-01&to=2026-02-28"],
  ["from=2026-01-31T23:30:00-08:00&to=2026-02-28T12:00:00.000Z", "from=2026-01-31&to=2026-02-28"],
  [
    "group_by=contact&from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z",
    "group_by=contact&from=2026-01-01&to=2026-02-28",
  ],
])("times are taken as other lists take them: %s", async (times, days) => {
  const [byTimes, byDays] = await Promise.all(
    [times, days].map(async (query) => (await waypost.call("GET", `/v1/costs?${query}&currency=EUR`)).body),
  );
  expect(byTimes).toEqual(byDays);
  expect(byDays.total.messages).toBeGreaterThan(0);
});

test.each([
  ["from=2026-02-01T25:00:00Z", "/from: there is no time 2026-02-01T25:00:00Z"],
  ["from=2026-02-31", "/from: there is no day 2026-02-31"],
  ["from=2026-03-01&to=2026-02-01", "/from: 2026-03-01 comes after 2026-02-01"],
  ["group_by=contact&from=2026-02-02", "/from: contacts are summed by month: give the first day of one"],
  ["group_by=contact&to=2099-02-02", "/to: contacts are summed by month: give the last day of one, or none"],
  ["group_by=contact&country=DE", "/country: contacts are not summed by it: leave it out"],
  ["group_by=template&country=DE", "/country: templates are not summed by it: leave it out"],
  ["group_by=template&broadcast_id=bc_1", "/broadcast_id: templates are not summed by it: leave it out"],
  ["group_by=template&key_id=key_1", "/key_id: templates are not summed by it: leave it out"],
  [
    "contact_id=ct_1&group_by=day",
    "/group_by: a contact's costs are summed by month: leave it out, or the contact",
  ],
])("%s is refused in words", async (query, detail) => {
  const { status, body } = await waypost.call("GET", `/v1/costs?${query}`);
  expect([status, body.detail]).toEqual([422, detail]);
});
