/** Every interactive flow, ended at each of its stages from outside. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Site, startSite } from "./site.ts";
import { LEFT_OVER, STAGES, upTo } from "./stages.ts";
import { clean } from "./terminal.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const ENDINGS = [
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

test.each(STAGES)("%s, stage %p: a kill and a hang-up leave a clean terminal", async (_, stage, flow) => {
  for (const [signal, code] of ENDINGS) {
    const screen = await upTo(site, stage, flow);
    screen.kill(signal);
    expect(await screen.ended()).toEqual(clean(code));
    expect((await screen.lines()).join("\n")).not.toMatch(LEFT_OVER);
    await site.goOn();
  }
});
