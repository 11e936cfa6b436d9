/** Contacts from a file, and into one. */
import { join } from "node:path";
import { newHome } from "../run-cli.ts";
import { withExpiredKey } from "./access-flows.ts";
import type { Flow } from "./flow.ts";

const PREVIEW =
  /csv, utf-8\n +Tel\. +phone_number\n +Name +name\n +line 2: .*"phone_number":"\+1555704\d{4}"[\s\S]*Import it\? \[y\/N\]/;

const importFile: Flow = {
  name: "contacts import",
  async prepare(site) {
    const file = join(newHome(), "people.csv");
    await Bun.write(file, `Tel.,Name\n+${site.newNumber()},Ada\n+${site.newNumber()},Bob\n`);
    return { words: ["contacts", "import", file, "--column", "Tel.=phone_number"], env: site.env };
  },
  stages: [
    {
      shows: PREVIEW,
      async next(site, screen) {
        await site.holdContacts();
        screen.type("y\r");
      },
    },
    { shows: /^Importing +[█░]{24} +\d+ % +\d+ records +\d+\/s/m, next: (site) => site.goOn() },
  ],
  dumb: { stages: [{ shows: PREVIEW, next: "y\r" }] },
  code: 0,
  leaves: /status +completed\n[\s\S]*created +2\n/,
  asksFirst: 0,
  piped: { code: 0, stdout: /status\tcompleted\n/ },
  expired: withExpiredKey,
};

const exportFile: Flow = {
  name: "contacts export",
  async prepare({ daemon, env, newNumber }) {
    await daemon.call("POST", "/v1/contacts", { phone_number: `+${newNumber()}`, tags: ["out"] });
    return { words: ["contacts", "export", join(newHome(), "out.vcf"), "--tag", "out"], env };
  },
  stages: [],
  code: 0,
  leaves: /Wrote \S+/,
  asksFirst: 0,
  piped: { code: 0, stdout: /^$/ },
  expired: withExpiredKey,
};

export const contactFlows = [importFile, exportFile];
