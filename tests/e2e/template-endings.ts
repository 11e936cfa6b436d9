/** How commands about files of templates can be brought to each of their ends. */
import { join } from "node:path";
import { newHome } from "../cli/run-cli.ts";
import type { EndingsSite, Held, Prepared } from "./endings.ts";

export const FAILING_TEMPLATES: Record<string, (site: EndingsSite) => Promise<Prepared>> = {
  "templates lint": async () => ({ words: ["templates", "lint", await folderOf("Not A Name")] }),
  "templates diff": async ({ daemon }) => ({
    words: ["templates", "diff", await folderOf("nowhere_else"), "--channel", daemon.channelId],
  }),
  // the sandbox rejects what has this in its name
  "templates push": async (site) => ({ words: await pushing(site, "endings_reject") }),
};

export const WAITING_TEMPLATES: Record<string, (site: EndingsSite) => Promise<Held>> = {
  async "templates push"(site) {
    // and leaves what has this in review
    const name = `endings_hold_${crypto.randomUUID().slice(0, 8)}`;
    const found = async () => (await site.daemon.call("GET", `/v1/templates?name=${name}`)).body.data;
    return {
      words: await pushing(site, name),
      hasBegun: async () => (await found())[0]?.status === "pending",
    };
  },
};

async function pushing({ daemon }: EndingsSite, name: string): Promise<string[]> {
  const folder = await folderOf(name);
  return ["templates", "push", folder, "--channel", daemon.channelId, "--wait", "approved"];
}

/** A folder with one template. */
async function folderOf(name: string): Promise<string> {
  const folder = newHome();
  const components = [{ type: "BODY", text: "Hi." }];
  const template = { name, language: "en_US", category: "UTILITY", components };
  await Bun.write(join(folder, "template.json"), JSON.stringify(template));
  return folder;
}
