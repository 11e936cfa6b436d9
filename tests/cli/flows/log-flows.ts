/** API requests and message steps, as it happens. */
import { withExpiredKey } from "./access-flows.ts";
import { CTRL_C, type Flow } from "./flow.ts";
import type { Site } from "./site.ts";

const tail: Flow = {
  name: "logs tail",
  prepare: async ({ env }) => ({ words: ["logs", "tail"], env }),
  stages: [
    { shows: "Waiting for requests and messages.", next: askForNothing },
    { shows: /\d\d:\d\d:\d\d {2}GET +404 +\d+ ms {2}not_found {2}\/v1\/messages\/none/, next: CTRL_C },
  ],
  code: 130,
  leaves: /not_found {2}\/v1\/messages\/none/,
  asksFirst: 0,
  piped: {
    steps: [
      { until: /Waiting for requests and messages/, next: askForNothing },
      { until: /not_found/, next: "interrupt" },
    ],
    code: 130,
    stdout: /^\d{4}-\S+Z\trequest\tGET\t404\t[\d.]+\t\/v1\/messages\/none\tnot_found\tfirst key\t/m,
  },
  expired: withExpiredKey,
};

export const logFlows = [tail];

async function askForNothing({ daemon }: Site): Promise<void> {
  await daemon.call("GET", "/v1/messages/none");
}
