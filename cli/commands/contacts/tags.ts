import { listUnpaged } from "../../lib/actions/list.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { tagColumns } from "./columns.ts";

/** The options of the commands that change tags. */
export const tagOptions = {
  add: { value: "name", of: "tags", repeat: true, description: "Tag to add; may be repeated" },
  remove: { value: "name", of: "tags", repeat: true, description: "Tag to remove; may be repeated" },
} as const;

/** The routes of the tags of one kind of thing. */
export type TagRoutes = {
  [Kind in "contacts" | "conversations"]: {
    list: `GET /v1/${Kind}/{id}/tags`;
    change: `POST /v1/${Kind}/{id}/tags`;
  };
}["contacts" | "conversations"];

/** Gives something tags and takes tags away, all or none, then lists those it has. */
export async function changeTags(
  cli: Cli,
  { id }: { id: string },
  { add, remove }: OptionValues<typeof tagOptions>,
  routes: TagRoutes,
): Promise<void> {
  if (add.length + remove.length > 0) {
    const body = { ...(add.length > 0 && { names: add }), ...(remove.length > 0 && { remove }) };
    await submit(cli, routes.change, { path: { id }, body });
    if (cli.dryRun) return;
  }
  await listUnpaged(cli, routes.list, { path: { id } }, tagColumns);
}
