/** The terminal is made smaller and larger while something is drawn on it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { drive, type Flow } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import { type Site, startSite } from "./site.ts";
import { clean, type Screen, type Size } from "./terminal.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Which stage of which flow draws, and what of it is seen once, whatever the size. */
const DRAWINGS: [name: string, stage: number, once: RegExp][] = [
  ["send --wait", 0, /14155550123/g],
  ["a picker", 0, /Channel to show/g],
  ["listen", 1, /● connected/g],
  ["listen", 2, /● connected/g],
  ["deliveries replay", 1, / of 3 delivered/g],
  ["contacts import", 1, /Importing/g],
  ["channels pair", 0, /Scan this|window larger/g],
  ["channels pair --code", 0, /Type this code/g],
];
const SIZES: Size[] = [
  { columns: 70, rows: 20 },
  { columns: 200, rows: 50 },
  { columns: 80, rows: 24 },
];

/** Resolves once it can be seen in one place, and in no other. */
async function isShownOnce(screen: Screen, text: RegExp): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (true) {
    const shown = (await screen.lines()).join("\n");
    if (shown.match(text)?.length === 1) return;
    if (Date.now() > giveUpAt) throw new Error(`not shown once: ${text}\n${shown}`);
    await Promise.race([screen.changed(), Bun.sleep(100)]);
  }
}

const cases = DRAWINGS.map(([name, stage, once]) => {
  const flow = FLOWS.find((one) => one.name === name);
  if (flow === undefined) throw new Error(`there is no flow ${name}`);
  return [name, stage, once, flow] as [string, number, RegExp, Flow];
});

test.each(cases)("%s, stage %p, is drawn once at every size, and continues", async (_, stage, once, flow) => {
  const drawn = flow.stages[stage];
  const prepared = await flow.prepare(site);
  const screen = await drive(site, { prepared, stages: flow.stages.slice(0, stage) });
  await screen.shows(drawn?.shows ?? "");
  for (const size of SIZES) {
    screen.resize(size);
    await isShownOnce(screen, once);
  }
  for (const { shows, next } of flow.stages.slice(stage)) {
    await screen.shows(shows);
    if (typeof next === "string") screen.type(next);
    else await next(site, screen, prepared);
  }
  expect(await screen.ended()).toEqual(clean(flow.code));
});
