/** One short seed against everything that runs: two daemons, Postgres, both sandboxes, receivers. */
import { expect, test } from "bun:test";
import { run } from "../../../scripts/lab/proof/run/run.ts";
import { planOf } from "../../../scripts/lab/proof/world/plan.ts";
import { LONG_MS } from "../../support/long.ts";

test(
  "a seed with a kill, a cut and an outage of Postgres keeps every promise",
  async () => {
    const plan = planOf(1, 4);
    const done = await run({
      ...plan,
      faults: [
        { id: 0, atMs: 500, kind: "kill", daemon: 0, moment: "call", downMs: 0 },
        { id: 1, atMs: 1500, kind: "cut", daemon: 1, way: "graph", moment: "call" },
        { id: 2, atMs: 2500, kind: "kill postgres", moment: "accepted", downMs: 200 },
      ],
    });
    expect(done.violations).toEqual([]);
    expect(done.history.faults.map(({ says }) => says)).toHaveLength(3);
    expect(done.history.arrivals.length).toBeGreaterThan(0);
  },
  LONG_MS,
);
