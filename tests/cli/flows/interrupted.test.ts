/** Every interactive flow, ended at each of its stages from the keyboard. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { CTRL_C, drive } from "./flow.ts";
import { type Site, startSite } from "./site.ts";
import { startSlowRelay } from "./slow-relay.ts";
import { LEFT_OVER, STAGES, upTo } from "./stages.ts";
import { clean } from "./terminal.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test.each(STAGES)("%s, stage %p: Ctrl-C ends it with 130 and a clean terminal", async (_, stage, flow) => {
  const screen = await upTo(site, stage, flow);
  screen.type(CTRL_C);
  expect(await screen.ended()).toEqual(clean(130));
  expect((await screen.lines()).join("\n")).not.toMatch(LEFT_OVER);
  await site.goOn();
});

test("while an answer is waited for, Ctrl-C takes the spinner away", async () => {
  const silent = await startSlowRelay(site.daemon.url, null);
  const words = ["messages", "list", "--url", silent.url];
  const stages = [{ shows: /⠋|⠙|⠹|⠸/, next: CTRL_C }];
  const screen = await drive(site, { prepared: { words, env: site.env }, stages });
  expect(await screen.ended()).toEqual(clean(130));
  expect((await screen.lines()).join("").replace("^C", "").trim()).toBe("");
  silent.stop();
});
