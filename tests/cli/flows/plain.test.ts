/** Every interactive flow without colours, and in a terminal that can do nothing but print. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codeOf, drive } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import { type Site, startSite } from "./site.ts";
import { clean } from "./terminal.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

// biome-ignore lint/suspicious/noControlCharactersInRegex: ECMA-48, 8.3.117, is what is looked for
const SGR = /\u001b\[[\d;]*m/;

describe.each(FLOWS)("$name", (flow) => {
  test("with NO_COLOR has no colour on any screen", async () => {
    const prepared = await flow.prepare(site);
    const screen = await drive(site, { prepared, stages: flow.stages }, { env: { NO_COLOR: "1" } });
    const ended = await screen.ended();
    expect(ended).toEqual(clean(codeOf(flow, ended)));
    expect((await screen.lines()).join("\n")).toMatch(flow.leaves);
    expect(screen.written()).not.toMatch(SGR);
  });

  test("with TERM=dumb is lines and nothing else", async () => {
    const { stages, code = flow.code, leaves = flow.leaves } = { stages: flow.stages, ...flow.dumb };
    const prepared = await flow.prepare(site);
    const screen = await drive(site, { prepared, stages }, { env: { TERM: "dumb" } });
    const ended = await screen.ended();
    expect(ended).toEqual(clean(codeOf({ ...flow, code }, ended)));
    expect((await screen.lines()).join("\n")).toMatch(leaves);
    expect(screen.written()).not.toContain("\u001b");
    expect(screen.written().replaceAll("\r\n", "")).not.toContain("\r");
  });
});
