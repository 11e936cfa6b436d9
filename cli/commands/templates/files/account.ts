import type { Template } from "../../../lib/api/types/templates.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { given } from "../../../lib/values/given.ts";
import type { TemplateFile } from "./template-file.ts";

/** Every template that the daemon knows of a channel's account, drafts too, by name and language. */
export async function accountTemplates(cli: Cli, channel_id: string): Promise<Template[]> {
  const client = await cli.client();
  const templates: Template[] = [];
  let cursor: string | undefined;
  do {
    const query = { channel_id, limit: 100, ...given({ cursor }) };
    const { data, meta } = await client.call("GET /v1/templates", { query });
    templates.push(...data);
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return templates.filter(isNamed).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The same, with a warning where there are none: Waypost may not have read the account yet. */
export async function knownTemplates(cli: Cli, channel_id: string): Promise<Template[]> {
  const templates = await accountTemplates(cli, channel_id);
  if (templates.length === 0)
    cli.output.warn("no templates of this account are known; read them from Meta: waypost templates sync");
  return templates;
}

/** Names become names of files: one that Meta can't have given is left out. */
function isNamed({ name, language }: Template): boolean {
  return /^[a-z0-9_]{1,512}$/.test(name) && /^[A-Za-z_]{2,16}$/.test(language);
}

/** The key of a template within its account. */
export function keyOf({ name, language }: Pick<TemplateFile, "name" | "language">): string {
  return `${name} ${language}`;
}
