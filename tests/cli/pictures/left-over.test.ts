/** Answers of a terminal that come late are not left for the next program, and programs are asked nothing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { cliCommand, cliEnvironment, newHome, runCli, runInTerminal } from "../run-cli.ts";
import { kittyPicture, qrOf } from "./pixels.ts";
import { answerAs, FAR_KITTY, KITTY, SLOW_KITTY, type TerminalKind, visible } from "./terminals.ts";

let site: PairingSite;
let env: Record<string, string>;

beforeAll(async () => {
  site = await startPairingSite();
  env = { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key };
});
afterAll(() => site.stop());

/** Pairs in a shell that prints, in hexadecimal, what is typed by the time its program has ended. */
function pairInShell(kind: TerminalKind, id: string, more: Record<string, string> = {}) {
  const pair = cliCommand(["channels", "pair", id]).map((word) => `'${word}'`);
  const next =
    'stty -icanon -echo min 0 time 20; echo; echo "left: $(dd bs=4096 count=1 2>/dev/null | od -An -tx1)"';
  const run = runInTerminal(
    ["sh", "-c", `trap : INT; ${pair.join(" ")}; ${next}`],
    {
      ...cliEnvironment(newHome(), { ...env, ...more }),
    },
    { columns: 80, rows: 24 },
  );
  void answerAs(kind, { ...run, written: run.screen }, run.exited);
  return run;
}

test.each<[string, TerminalKind, string]>([
  ["at once", KITTY, "Scan this with"],
  ["later than anybody waits for", FAR_KITTY, "open this link"],
  ["after it was given up", SLOW_KITTY, "\u001b[c"],
])("what a terminal answers %s is not typed into the shell", async (_, kind, shown) => {
  const run = pairInShell(kind, await site.newChannel());
  await run.until(shown);
  run.type("\u0003");
  await run.exited;
  expect(run.screen()).toMatch(/left: *\r?\n$/);
});

test("a terminal in which nobody looks is asked nothing", async () => {
  const id = await site.newChannel();
  const run = pairInShell(KITTY, id, { CI: "1" });
  await run.until("▀");
  await site.daemon.call("POST", `/v1/channels/${id}/disconnect`, {});
  await run.exited;
  expect(visible(run.screen())).not.toMatch(/␛\[>0q|␛\[c|␛_G/);
});

test("without a terminal nothing is asked, and the codes are lines as ever", async () => {
  const id = await site.newChannel();
  const { stdout, stderr } = await runCli(["channels", "pair", id, "--json", "--timeout", "3s"], { env });
  expect(stdout).toMatch(/^\{"event":"qr"/);
  expect(stdout + stderr).not.toContain("\u001b");
});

test("what is typed meanwhile is not seen, and Ctrl-C ends it", async () => {
  const run = pairInShell(KITTY, await site.newChannel());
  await run.until("Scan this with");
  expect(
    qrOf(kittyPicture(run.screen())?.pixels ?? { width: 0, height: 0, grey: new Uint8Array() }),
  ).not.toBeNull();
  run.type("typed ahead");
  run.type("\u0003");
  await run.exited;
  expect(run.screen()).not.toContain("typed ahead");
});
