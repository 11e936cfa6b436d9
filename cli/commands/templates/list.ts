import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { templateColumns } from "./view.ts";

/** Lists templates, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const client = await cli.client();
  const { channel, status, name, lang, category } = options;
  const filters = {
    ...(channel === undefined ? {} : { channel_id: channel }),
    ...(status === undefined ? {} : { status }),
    ...(name === undefined ? {} : { name }),
    ...(lang === undefined ? {} : { language: lang }),
    ...(category === undefined ? {} : { category }),
  };
  await printPages(cli, options, templateColumns, (paging) =>
    client.call("GET /v1/templates", { query: { ...filters, ...paging } }),
  );
}
