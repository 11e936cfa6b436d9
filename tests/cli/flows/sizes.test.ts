/** Every interactive flow in a terminal of each size: what is seen, how it ends, how the terminal is left. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codeOf, drive } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import { type Site, startSite } from "./site.ts";
import { clean, SIZES } from "./terminal.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe.each(FLOWS)("$name", (flow) => {
  test.each(SIZES)("in a terminal of $columns by $rows", async (size) => {
    const prepared = await flow.prepare(site);
    const screen = await drive(site, { prepared, stages: flow.stages }, { size });
    const ended = await screen.ended();
    expect(ended).toEqual(clean(codeOf(flow, ended)));
    const lines = await screen.lines();
    expect(lines.join("\n")).toMatch(flow.leaves);
  });
});
