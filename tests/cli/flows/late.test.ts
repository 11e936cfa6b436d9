/** Every interactive flow over a network on which answers come late. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { codeOf, drive } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import { type Site, startSite } from "./site.ts";
import { clean } from "./terminal.ts";
import { by, type SlowWay, startSlowWay } from "./way.ts";

let site: Site;
let late: SlowWay;
beforeAll(async () => {
  site = await startSite();
  late = await startSlowWay(site, 450);
});
afterAll(async () => {
  late.stop();
  await site.stop();
});

const SPINNER = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]\S* \S*Waiting for 127\.0\.0\.1:\d+/;

test.each(FLOWS)("$name turns a spinner while an answer is late, and takes it away", async (flow) => {
  const prepared = by(late, site, await flow.prepare(site));
  const screen = await drive(site, { prepared, stages: flow.stages });
  const ended = await screen.ended();
  expect(ended).toEqual(clean(codeOf(flow, ended)));
  expect(screen.written()).toMatch(SPINNER);
  const shown = (await screen.lines()).join("\n");
  expect(shown).toMatch(flow.leaves);
  expect(shown).not.toContain("Waiting for 127.0.0.1");
});
