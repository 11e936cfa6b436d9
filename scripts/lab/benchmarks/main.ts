/** `./scripts/bench`: measures the daemon on this machine. */
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createEndings, type Endings } from "../stage/endings.ts";
import { measureAll } from "./all.ts";
import { measureBroadcasts } from "./broadcasts.ts";
import { measureCosts } from "./costs.ts";
import { measureInbox } from "./inbox.ts";
import { measureInclude } from "./include.ts";
import { measureInvoice } from "./invoice.ts";
import { measureLife } from "./life.ts";
import { type Options, readOptions } from "./options.ts";
import { measurePage } from "./page.ts";
import { type Figure, loadNow, type Report, show } from "./report.ts";
import { measureSearch } from "./search.ts";
import { measureHistory } from "./sessions/history.ts";
import { measureSessions } from "./sessions.ts";
import { measureShares } from "./shares/measure.ts";
import { openStage, type Stage } from "./stage.ts";
import { measureWebhooks } from "./webhooks.ts";

type Measure = (stage: Stage, options: Options, endings: Endings) => Promise<Figure[]>;

const MEASUREMENTS: Record<string, Measure> = {
  all: measureAll,
  life: measureLife,
  webhooks: measureWebhooks,
  include: measureInclude,
  broadcasts: measureBroadcasts,
  sessions: measureSessions,
  history: measureHistory,
  page: measurePage,
  inbox: measureInbox,
  search: measureSearch,
  shares: measureShares,
  costs: measureCosts,
  invoice: measureInvoice,
};

/** Other work of the machine would be measured, too. */
const MOST_LOAD = 2;

const { measurement, options, refuse } = readOptions(Object.keys(MEASUREMENTS));

const endings = createEndings(() => {});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void endings.end().finally(() => process.exit(130)));
const before = loadNow();
if (before > MOST_LOAD && !options.force && !options.quick)
  refuse(
    `The load of this machine is ${before}: other work would be measured, too. Try again at ${MOST_LOAD} or less, or give --force.`,
  );
try {
  const stage = await openStage(endings, options.programs);
  const figures = (await MEASUREMENTS[measurement]?.(stage, options, endings)) ?? [];
  const load = { before, after: loadNow() };
  const { quick } = options;
  const report: Report = {
    ...{ at: new Date().toISOString(), measurement, quick, machine: stage.machine, load, figures },
  };
  const path = resolve(options.out);
  mkdirSync(dirname(path), { recursive: true });
  await Bun.write(path, `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`${show(report)}Written to ${path}\n`);
} finally {
  await endings.end();
}
process.exit();
