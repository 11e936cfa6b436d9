import { listUnpaged } from "../../lib/actions/list.ts";
import type { Drift } from "../../lib/api/types/diagnostics.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<Drift>[] = [
  { title: "source", value: ({ source }) => source },
  { title: "shape", value: ({ shape }) => shape },
  { title: "first seen", value: ({ first_seen }) => first_seen, kind: "time" },
  { title: "last seen", value: ({ last_seen }) => last_seen, kind: "time" },
  { title: "count", value: ({ count }) => count },
];

export const drift = command({
  path: "drift",
  summary: "Show what Meta and WhatsApp send that nobody reads",
  description:
    "List the members, stanzas, kinds of messages and codes that came in and that this version of Waypost doesn't know, the newest first: a new one often announces a change that numbers will feel. Only names are kept, never content. Needs a key of the operator's organisation.",
  output: "source, shape, when it first and last came, and how often.",
  examples: [
    { description: "All of it", command: "waypost drift" },
    {
      description: "Shapes that first came within the last day",
      command: "waypost drift --json | jq '.data[] | select(.first_seen > (now - 86400 | todate))'",
    },
  ],
  run: ({ cli }) => listUnpaged(cli, "GET /v1/drift", {}, columns),
});
