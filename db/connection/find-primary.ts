/** Finds the server that takes writes among those of a database. */
import pg from "pg";
import { type Address, describeAddress, urlAt } from "./addresses.ts";
import { pgOptions } from "./pg-options.ts";

type Primary = { address: Address; timeline: number };

/** How long one server may take to answer: a primary that is busy takes its time, and is waited for only without another. */
const ANSWER_MS = 4000;
/**
 * How long until a server that takes no writes is queried again while another says nothing: it may be promoted
 * meanwhile.
 */
const AGAIN_MS = 500;
/** How long the others may still claim to be it, once one has. */
const OTHERS_MS = 250;

/**
 * The server that takes writes. Where several do, because the old primary does not know yet that another was
 * promoted, it is the one promoted last. Throws when none does, with what each of them said; its `code` is that of a
 * database that is away, unless a server refused the login.
 */
export async function findPrimary(
  url: string,
  addresses: readonly Address[],
  answerMs = ANSWER_MS,
): Promise<Address> {
  const found: Primary[] = [];
  let silent = addresses.length;
  const answers = addresses.map(async (address) => {
    let timeline = await ask(url, address, answerMs).finally(() => silent--);
    while (timeline === null && silent > 0 && found.length === 0) {
      await Bun.sleep(AGAIN_MS);
      timeline = await ask(url, address, answerMs);
    }
    if (timeline === null) throw new Error("takes no writes");
    found.push({ address, timeline });
  });
  const first = Promise.any(answers).catch((cause: AggregateError) => {
    throw noPrimary(addresses, cause.errors);
  });
  await Promise.race([first.then(() => Bun.sleep(OTHERS_MS)), Promise.allSettled(answers)]);
  await first;
  const [newest] = found.toSorted((one, other) => other.timeline - one.timeline);
  if (newest === undefined) throw noPrimary(addresses, []);
  return newest.address;
}

/**
 * The number that grows with each promotion; null of a server that takes no writes. Throws when it can't be queried.
 */
async function ask(url: string, address: Address, answerMs: number): Promise<number | null> {
  const client = new pg.Client({
    ...pgOptions(urlAt(url, address), "waypost search", { default_transaction_read_only: "" }),
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(TIMELINE);
    return rows[0]?.timeline ?? null;
  } finally {
    // one that does not answer does not say goodbye either
    void client.end().catch(() => {});
  }
}

/**
 * The first eight digits of the name of the file that the log is written to; null on a server that only reads. The
 * role's own settings say nothing of the server.
 */
const TIMELINE = `
  select case when not pg_is_in_recovery() and exists (
      select from pg_settings where name = 'default_transaction_read_only'
        and (setting = 'off' or source in ('user', 'database user')))
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;

function noPrimary(addresses: readonly Address[], causes: readonly Error[]): Error {
  const refused = causes.find((cause) => "code" in cause && /^(28|3D)...$/.test(String(cause.code)));
  if (refused !== undefined) return refused;
  const said = addresses.map(
    (address, index) => `${describeAddress(address)}: ${causes[index]?.message ?? "said nothing"}`,
  );
  return Object.assign(new Error(`no server takes writes (${said.join("; ")})`), { code: "NO_PRIMARY" });
}
