/** Lists and searches of contacts where there are a million: how long a response takes. */
import { cpus } from "node:os";
import { connect, type Sql } from "../../db/connection/client.ts";
import { atMost, showTarget, type Target } from "./report.ts";
import type { Stage } from "./stage/stage.ts";
import { quantile, rounded } from "./statistics.ts";

/** How long responses to one kind of request took, in milliseconds. */
export type ContactRow = { what: string; found: number; p50: number; p99: number };

/** What the JSON holds. */
export type ContactReport = {
  at: string;
  quick: boolean;
  machine: string;
  contacts: number;
  rows: ContactRow[];
  targets: Target[];
};

const FULL = { contacts: 1_000_000, requests: 300 };
const QUICK = { contacts: 20_000, requests: 10 };

/** Of the names that contacts are given, in equal shares; Zebulon only to the oldest two of a hundred. */
const NAMES = ["Ada", "Bo", "Maria", "Иван", "José", "Karla", "Ngozi", "Yuki", "Priya", "Tomás"];

/** Requests of one kind, each a little different; `n` counts them. */
const KINDS: [what: string, query: (n: number, contacts: number) => string][] = [
  ["newest", () => ""],
  ["of a tag that half have", () => "tag=half"],
  ["of a tag that a thousandth have", () => "tag=rare"],
  ["by number", (n, contacts) => `phone=%2B4917${String(10_000_000 + ((n * 7919) % contacts))}`],
  ["changed lately", () => `updated_after=${new Date(Date.now() - 3_600_000).toISOString()}`],
  ["search: a name that a tenth have", (n) => `q=${encodeURIComponent(NAMES[n % NAMES.length] ?? "")}`],
  ["search: a name and a piece that one has", (n) => `q=person+${digest(n)}`],
  [
    "search: the end of a number",
    (n, contacts) => `q=${String(10_000_000 + ((n * 104_729) % contacts)).slice(2)}`,
  ],
  ["search: what nobody has", (n) => `q=nobody${n}`],
  ["search: two letters", () => "q=yu"],
  ["search: what only the oldest have (one in fifty)", () => "q=zebulon"],
];

/** Measures them, and says what was reached. */
export async function measureContacts(
  stage: Stage,
  quick: boolean,
): Promise<{ report: ContactReport; text: string }> {
  const { contacts, requests } = quick ? QUICK : FULL;
  const sql = connect(stage.daemonDatabaseUrl, { max: 1, statementTimeoutMs: 0 });
  try {
    await makeContacts(sql, contacts);
  } finally {
    await sql.end();
  }
  const rows: ContactRow[] = [];
  for (const [what, query] of KINDS)
    rows.push(await measureKind(stage, what, requests, (n) => query(n, contacts)));
  const report = {
    at: new Date().toISOString(),
    quick,
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
    contacts,
    rows,
    targets: rows.map(({ what, p99 }) => atMost(WANTED, " ms", `${what}, p99`, p99)),
  };
  return { report, text: show(report) };
}

/** What a person does not wait for, in milliseconds. */
const WANTED = 100;

async function makeContacts(sql: Sql, contacts: number): Promise<void> {
  const [organization] = await sql<{ id: string }[]>`select organization_id as id from organizations`;
  const id = organization?.id ?? "";
  await sql.begin(async (transaction) => {
    await transaction`set local waypost.defer_search = 'on'`;
    await transaction`
      insert into contacts (organization_id, id, name, phone_number, email, updated_at)
      select ${id}, 'ct_' || lpad(n::text, 26, '0'),
        case when n % 50 = 0 and n < ${contacts / 2} then 'Zebulon' else (${NAMES}::text[])[1 + n % ${NAMES.length}] end
          || ' Person ' || substr(md5(n::text), 1, 10),
        '+4917' || 10000000 + n, 'p' || n || '@example.com', now() - n * interval '1 second'
      from generate_series(1, ${contacts}) as n`;
    await transaction`
      insert into contact_identities (organization_id, type, value, contact_id)
      select ${id}, 'phone', '4917' || 10000000 + n, 'ct_' || lpad(n::text, 26, '0')
      from generate_series(1, ${contacts}) as n`;
    await transaction`
      insert into contact_tags (organization_id, name, contact_id)
      select ${id}, case when n % 1000 = 1 then 'rare' else 'half' end, 'ct_' || lpad(n::text, 26, '0')
      from generate_series(1, ${contacts}, 2) as n`;
    await transaction`
      insert into contact_search (organization_id, contact_id, words)
      select organization_id, id, search_words(contacts) from contacts order by id`;
  });
  await sql`vacuum analyze`;
}

function digest(n: number): string {
  return new Bun.CryptoHasher("md5")
    .update(String(1 + n * 31))
    .digest("hex")
    .slice(0, 10);
}

async function measureKind(
  { daemon }: Stage,
  what: string,
  requests: number,
  query: (n: number) => string,
): Promise<ContactRow> {
  const times: number[] = [];
  let found = 0;
  for (let n = 0; n < requests; n++) {
    const startedAt = performance.now();
    const { data } = await daemon.api<{ data: unknown[] }>("GET", `/v1/contacts?${query(n)}`);
    times.push(performance.now() - startedAt);
    found += data.length;
  }
  return {
    what,
    found: rounded(found / requests),
    p50: rounded(quantile(times, 0.5)),
    p99: rounded(quantile(times, 0.99)),
  };
}

function show({ machine, contacts, rows, targets }: ContactReport): string {
  return [
    machine,
    "",
    `${contacts} contacts, a page of 25 (rows a page, p50 / p99)`,
    ...rows.map(
      ({ what, found, p50, p99 }) => `  ${what.padEnd(52)}${String(found).padStart(5)}   ${p50} / ${p99} ms`,
    ),
    "",
    ...targets.map(showTarget),
  ].join("\n");
}
