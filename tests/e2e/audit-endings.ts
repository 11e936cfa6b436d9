/** How `waypost audit verify` can be brought to find a log that is not whole. */
import { join } from "node:path";
import { newHome } from "../cli/run-cli.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";
import type { EndingsSite, Prepared } from "./endings.ts";

/** Commands by their path: what makes each end with 5. */
export const FAILING_AUDITS: Record<string, (site: EndingsSite) => Promise<Prepared>> = {
  "audit verify": async ({ daemon }) => {
    const file = join(newHome(), "audit.ndjson");
    const exported = await eventually("linked entry", () => linkedEntries(daemon));
    await Bun.write(file, exported.replace('"actor_type":"', '"actor_type":"un'));
    return { words: ["audit", "verify", file] };
  },
};

/** The export of the audit log; undefined while no entry has its link. */
async function linkedEntries({ url, key }: TestDaemon): Promise<string | undefined> {
  const response = await fetch(`${url}/v1/audit/export`, { headers: { "x-api-key": key } });
  const exported = await response.text();
  return exported.includes('"actor_type":"') ? exported : undefined;
}
