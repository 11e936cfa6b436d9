/** Every interactive flow without a terminal: in pipes, and with standard input closed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codeOf, type Piped } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import { runPiped } from "./piped.ts";
import { type Site, startSite } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

// biome-ignore lint/suspicious/noControlCharactersInRegex: what moves cursors or sets colours is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

describe.each(FLOWS)("$name", (flow) => {
  const { piped } = flow;

  test("in pipes", async () => {
    const run = await runPiped(site, await flow.prepare(site), piped);
    expect(run.stdout).toMatch(piped.stdout);
    expect(run.code).toBe(codeOf({ ...flow, code: piped.code }, run));
    expect(run.stdout + run.stderr).not.toMatch(CONTROL);
    expect(run.stderr).not.toContain("Waiting for 127.0.0.1");
  });

  test("with standard input closed", async () => {
    const run = await runPiped(site, await flow.prepare(site), whenClosed(piped), { closed: true });
    expect(run.stdout + run.stderr).toMatch(piped.closed?.says ?? /./);
    if (piped.closed === undefined) expect(run.stdout).toMatch(piped.stdout);
    expect(run.code).toBe(codeOf({ ...flow, code: piped.closed?.code ?? piped.code }, run));
    expect(run.stdout + run.stderr).not.toMatch(CONTROL);
  });
});

/** Interrupts endless commands once they have written their text. */
function whenClosed({ closed, steps, ...piped }: Piped): Piped {
  if (closed === undefined) return steps === undefined ? piped : { ...piped, steps };
  return closed.code === 130 ? { ...piped, steps: [{ until: closed.says, next: "interrupt" }] } : piped;
}
