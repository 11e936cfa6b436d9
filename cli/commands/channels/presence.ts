import { show } from "../../lib/actions/show.ts";
import type { PersonPresence } from "../../lib/api/types/channels.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { pairedChannel } from "./arguments.ts";

const presenceDetails: Column<PersonPresence>[] = [
  { title: "person", value: (shown) => shown.person },
  { title: "presence", value: (shown) => shown.presence ?? "not shown" },
  { title: "last seen", value: (shown) => shown.last_seen_at, kind: "time" },
];

export const showPresence = command({
  path: "channels presence",
  summary: "Ask whether somebody is on WhatsApp now",
  description: "The number itself is shown as there meanwhile. People may hide it from the number.",
  output: "The person, what they show, and when they were last there.",
  arguments: {
    ...pairedChannel,
    person: { description: "A phone number, or an id such as 187240155021834@lid" },
  },
  examples: [
    {
      description: "Is Ada there?",
      command: "waypost channels presence ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T +14155550123",
    },
  ],
  async run({ cli, arguments: { id, person } }) {
    await show(cli, "GET /v1/channels/{id}/presence/{person}", { path: { id, person } }, presenceDetails);
  },
});
