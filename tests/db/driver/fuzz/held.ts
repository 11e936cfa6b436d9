/** Transactions and reserved connections, which succeed, fail, and are used after their end. */
import type { Sql, Transaction } from "../../../../db/connection/client.ts";
import { codeOf, type Deed, numbered, outcome } from "./deed.ts";

function write(transaction: Transaction, tag: string) {
  return transaction`insert into kept (tag) values (${tag})`;
}

/** Again, where another deed had the server forget a statement: within a transaction the driver can't repeat it. */
async function begin<Result>(sql: Sql, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  try {
    return (await sql.begin(work)) as Result;
  } catch (error) {
    if (!["26000", "TRANSACTION_ABORTED"].includes(codeOf(error as Error))) throw error;
    return await begin(sql, work);
  }
}

const commits: Deed = async ({ sql, tag, keeps, random }) => {
  const count = random.between(0, 500);
  const seen = await begin(sql, async (transaction) => {
    await write(transaction, tag);
    const rows = await transaction`select ${tag}::text as tag, n from generate_series(1, ${count}::int) as n`;
    return [...rows];
  });
  keeps(tag);
  return { seen, right: [numbered(tag, count)] };
};

const fails: Deed = async ({ sql, tag, random }) => {
  const at = random.between(1, 400);
  const failing = begin(sql, async (transaction) => {
    await write(transaction, tag);
    await transaction`select n / (${at}::int - n) from generate_series(1, 500) as n`;
  });
  return { seen: await failing.then(() => "committed", codeOf), right: ["22012"] };
};

const savepointFails: Deed = async ({ sql, tag, keeps }) => {
  await begin(sql, async (transaction) => {
    await write(transaction, tag);
    const inner = transaction.savepoint(async (one) => {
      await write(one as Transaction, `${tag}, in vain`);
      await one`select 1 / (3 - n) from generate_series(1, 9) as n`;
    });
    await inner.catch(() => {});
  });
  keeps(tag);
  return { seen: "committed", right: ["committed"] };
};

const asksAfterItsEnd: Deed = async ({ sql, tag, random }) => {
  const late = Promise.withResolvers<unknown>();
  const failing = begin(sql, async (transaction) => {
    await write(transaction, tag);
    const slept = transaction`select pg_sleep(0.005)`.catch(() => {});
    const pause = random.between(0, 5);
    void slept.then(() => Bun.sleep(pause)).then(() => late.resolve(outcome(write(transaction, tag))));
    throw new Error("ours");
  });
  const seen = [await failing.then(() => "committed", codeOf), await late.promise];
  return { seen, right: [["ours", "TRANSACTION_ENDED"]] };
};

const allAtOnce: Deed = async ({ sql, tag, random }) => {
  const at = random.between(1, 90);
  const failing = begin(sql, async (transaction) => {
    const statements = [
      write(transaction, tag),
      transaction`select n / (${at}::int - n) from generate_series(1, 99) as n`,
      write(transaction, tag),
    ];
    await Promise.all(statements);
  });
  return { seen: await failing.then(() => "committed", codeOf), right: ["22012"] };
};

const reserves: Deed = async ({ sql, tag, random }) => {
  const connection = await sql.reserve();
  const at = random.between(1, 90);
  const failed = await outcome(
    connection`select n / (${at}::int - n) from generate_series(1, 99) as n where ${tag} <> ''`,
  );
  const next = await outcome(connection`select ${tag}::text as tag, n from generate_series(1, 2) as n`);
  connection.release();
  return { seen: [failed, next], right: [["22012", numbered(tag, 2)]] };
};

export const HELD: Record<string, Deed> = {
  ...{ commits, fails, savepointFails, asksAfterItsEnd, allAtOnce, reserves },
};
