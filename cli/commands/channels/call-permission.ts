import { show } from "../../lib/actions/show.ts";
import type { CallPermission } from "../../lib/api/types/channels.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

const details: Column<CallPermission>[] = [
  { title: "person", value: (permission) => permission.person },
  { title: "status", value: (permission) => permission.status, kind: "status" },
  { title: "until", value: (permission) => permission.until, kind: "time" },
  { title: "may be called", value: (permission) => permission.can_call },
  { title: "may be asked", value: (permission) => permission.can_ask },
];

export const showCallPermission = command({
  path: "channels call-permission",
  summary: "Ask whether the business may call somebody from an official number",
  output: "The person, the permission, until when it lasts, and what Meta lets the business do now.",
  arguments: {
    id: { of: "channels", description: "Channel of an official number" },
    person: { description: "A phone number, or a business-scoped user id" },
  },
  examples: [
    {
      description: "May we call Ada?",
      command: "waypost channels call-permission ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T +14155550123",
    },
  ],
  async run({ cli, arguments: { id, person } }) {
    await show(cli, "GET /v1/channels/{id}/call_permissions/{person}", { path: { id, person } }, details);
  },
});
