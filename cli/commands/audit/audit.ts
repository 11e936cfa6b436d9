import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import type { AuditEntry } from "../../lib/api/types/access.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";

/** Columns of the list. */
export const auditColumns: Column<AuditEntry>[] = [
  { title: "time", value: (entry) => entry.created_at, kind: "time" },
  { title: "who", value: ({ actor }) => [actor.type, actor.id].filter(Boolean).join(" ") },
  { title: "action", value: (entry) => entry.action },
  { title: "target", value: ({ target }) => [target.type, target.id].filter(Boolean).join(" ") },
  { title: "address", value: (entry) => entry.address, optional: true },
  { title: "changes", value: ({ changes }) => JSON.stringify(changes), optional: true },
];

export const audit = command({
  path: "audit",
  summary: "List the audit log",
  output: "One line for each entry, newest first: time, who, action, target, address, what changed.",
  options: {
    kind: {
      value: "kind",
      choices: ["change", "export", "read", "all"],
      description: "Only what was changed, exported or read of people (default: changed and exported)",
    },
    action: { value: "action", description: "Only this action, for example key.created" },
    actor: { value: "id", description: "Only what this user or key did" },
    target: { value: "id", description: "Only what was done to this" },
    since: { value: "time", description: "Only since: 2h, 7d (ago) or a date" },
    until: { value: "time", description: "Only before" },
    ...pagingOptions,
  },
  examples: [
    { description: "Keys that were created", command: "waypost audit --action key.created" },
    {
      description: "Who read a person's contact",
      command: "waypost audit --kind read --target ct_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
    },
    {
      description: "Changes of a channel",
      command: "waypost audit --target ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
    },
  ],
  run: ({ cli, options }) => {
    const { kind, action, actor, target, since, until } = options;
    const query = given({
      kind,
      action,
      actor_id: actor,
      target_id: target,
      since: ago(since),
      until: ago(until),
    });
    return list(cli, "GET /v1/audit", { query }, auditColumns, options);
  },
});
