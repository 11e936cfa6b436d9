/** Every interactive flow when no answer comes, and when nothing listens there. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { freePort } from "../../../scripts/lib/free-port.ts";
import { drive, type Piped } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import { runPiped } from "./piped.ts";
import { type Site, startSite } from "./site.ts";
import { clean } from "./terminal.ts";
import { by, type SlowWay, startSlowWay } from "./way.ts";

let site: Site;
let silent: SlowWay;
beforeAll(async () => {
  site = await startSite();
  silent = await startSlowWay(site, null);
});
afterAll(async () => {
  silent.stop();
  await site.stop();
});

describe.each(FLOWS)("$name", (flow) => {
  const stages = flow.stages.slice(0, flow.asksFirst);

  test("gives up with exit code 4 when no answer comes in time", async () => {
    const prepared = by(silent, site, await flow.prepare(site));
    const words = [...prepared.words, "--timeout", "300ms"];
    const screen = await drive(site, { prepared: { ...prepared, words }, stages });
    expect(await screen.ended()).toEqual(clean(4));
    const shown = (await screen.lines()).join("");
    expect(shown).toContain("did not respond within 0.3 s");
  });

  test("ends with exit code 4 when nothing listens there, in a terminal and in pipes", async () => {
    const nowhere = { url: `http://127.0.0.1:${freePort()}` };
    const prepared = by({ daemon: nowhere, sandbox: nowhere }, site, await flow.prepare(site));
    const screen = await drive(site, { prepared, stages });
    expect(await screen.ended()).toEqual(clean(4));
    const shown = (await screen.lines()).join("\n");
    expect(shown).toMatch(/error: .*(can't be|sandbox is) reach[\s\S]*(waypost doctor|waypostd)/);
    const run = await runPiped(site, prepared, withoutSteps(flow.piped));
    expect(run.code).toBe(flow.piped.code === 2 ? 2 : 4);
    expect(run.stderr).not.toContain("Waiting for");
  });
});

function withoutSteps({ steps: _, ...piped }: Piped): Piped {
  return piped;
}
