/** Every interactive flow with a key whose time is over, a key that was revoked, or a login that has ended. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeKey } from "../../support/daemon.ts";
import { drive } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import { runPiped } from "./piped.ts";
import { type Site, startSite } from "./site.ts";
import { clean } from "./terminal.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe.each(FLOWS)("$name", (flow) => {
  test("says that it is no longer good, and what to do about it", async () => {
    const {
      prepared,
      stages = flow.stages,
      says,
      code = 3,
    } = await flow.expired(site, await flow.prepare(site));
    const screen = await drive(site, { prepared, stages });
    expect(await screen.ended()).toEqual(clean(code));
    expect((await screen.lines()).join("").replaceAll(/\s+/g, " ")).toContain(says);
    const { WAYPOST_API_KEY: key = "no key" } = prepared.env;
    expect(screen.written()).not.toContain(key);
  });

  test("says the same in pipes", async () => {
    const { prepared, stdin, says, code = 3 } = await flow.expired(site, await flow.prepare(site));
    const given = stdin === undefined ? flow.piped.stdin : () => stdin;
    const run = await runPiped(site, prepared, given === undefined ? {} : { stdin: given });
    const isRefusedBefore = flow.piped.code === 2;
    expect(run.code).toBe(isRefusedBefore ? 2 : code);
    if (!isRefusedBefore) expect(run.stdout + run.stderr).toContain(says);
  });
});

test("a revoked key is refused as one whose time is over", async () => {
  const key = await makeKey(site.daemon, ["*"]);
  const env = { ...site.env, WAYPOST_API_KEY: key };
  expect((await runPiped(site, { words: ["messages", "list"], env }, {})).code).toBe(0);
  const { data } = (await site.daemon.call("GET", "/v1/api-keys?limit=100")).body;
  const { id } = data.find((one: { last4: string }) => one.last4 === key.slice(-4));
  await site.daemon.call("DELETE", `/v1/api-keys/${id}`);
  const run = await runPiped(site, { words: ["messages", "list"], env }, {});
  expect(run.stderr).not.toContain(key);
  expect(run.stderr).toContain("is not valid at");
  expect(run).toMatchObject({ code: 3, stdout: "" });
});
