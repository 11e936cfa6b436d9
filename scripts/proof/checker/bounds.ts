import type { History, Sample } from "../history/history.ts";

/** The most that a daemon may take in a world of this size; connections that were cut count for a moment longer. */
const MOST = { megabytes: 600, files: 250, connections: 30 } as const;
/** The most that it may hold when all is done: of connections, what docs/scale.md names. */
const MOST_AT_THE_END = { files: 130, connections: 23 } as const;
/** What waits for somebody to work on it; nothing does at the end. */
const QUEUES = ["lane_items", "provider_webhooks"];
/** Rows of any one table for each thing that happened. */
const MOST_ROWS = 3;

/** Promise 15: a daemon keeps within its bounds, all the time, and gives back what it took; so does the database. */
export function checkBounds(history: History) {
  return [...duringTheRun(history), ...atTheEnd(history), ...inTables(history)];
}

function duringTheRun({ samples }: History) {
  return [...Map.groupBy(samples, ({ daemon }) => daemon)].flatMap(([daemon, own]) =>
    (Object.keys(MOST) as (keyof typeof MOST)[]).flatMap((what) => {
      const most = Math.max(...own.map((sample: Sample) => sample[what]));
      const says = `${daemon} had ${most} ${what}; ${MOST[what]} are the most`;
      return most > MOST[what] ? [{ says, about: [daemon] }] : [];
    }),
  );
}

function atTheEnd({ samples }: History) {
  const last = new Map(samples.map((sample) => [sample.daemon, sample]));
  return [...last.values()].flatMap((sample) =>
    (Object.keys(MOST_AT_THE_END) as (keyof typeof MOST_AT_THE_END)[]).flatMap((what) => {
      const says = `${sample.daemon} still has ${sample[what]} ${what} at the end; ${MOST_AT_THE_END[what]} are the most`;
      return sample[what] > MOST_AT_THE_END[what] ? [{ says, about: [sample.daemon] }] : [];
    }),
  );
}

/** What is left in the database: nothing that waits, and no table that grew by itself. */
function inTables({ calls, received, sends, written, end }: History) {
  const deeds = calls.length + received.length + sends.length + written.length + end.events.length;
  return end.tables.flatMap(({ name, rows }) => {
    const most = QUEUES.includes(name) ? 0 : MOST_ROWS * (deeds + 1000);
    const says = `the table ${name} has ${rows} rows at the end; ${most} are the most`;
    return rows > most ? [{ says, about: [name] }] : [];
  });
}
