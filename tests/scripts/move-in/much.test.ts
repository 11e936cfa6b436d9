/** 20 numbers and 50,000 messages of another program, with a kill in the middle. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cliCommand, cliEnvironment, newHome, runCli } from "../../cli/run-cli.ts";
import { type OwnDaemon, startTestDaemon } from "../../support/daemon.ts";
import { LONG_MS } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually } from "../../support/until.ts";
import { faultsOf, MESSAGES, muchEvolution, muchWaha, NUMBERS, phoneOf } from "./much.ts";

/** A daemon whose channels have the numbers already: no login is moved. */
async function startWithNumbers(): Promise<{ daemon: OwnDaemon; channelIds: string[] }> {
  const daemon = await startTestDaemon();
  const channelIds: string[] = [];
  for (let number = 0; number < NUMBERS; number++) {
    const { body } = await daemon.call("POST", "/v1/channels", {
      ...{ platform: "whatsapp_unofficial", name: `Number ${number}` },
    });
    await daemon.sql`update channels set phone_number = ${`+${phoneOf(number)}`} where id = ${body.id}`;
    channelIds.push(body.id);
  }
  return { daemon, channelIds };
}

type Stage = { daemon: OwnDaemon; channelIds: string[]; words: string[]; stop: () => Promise<void> };

const PROGRAMS: [name: string, start: () => Promise<Stage>][] = [
  [
    "evolution",
    async () => {
      const store = await muchEvolution();
      const { daemon, channelIds } = await startWithNumbers();
      const stop = async () => {
        await daemon.stop();
        await store.drop();
      };
      return { daemon, channelIds, words: ["evolution", "--database", store.url], stop };
    },
  ],
  [
    "waha",
    async () => {
      const folder = temporaryFolder("waha");
      await muchWaha(folder);
      const { daemon, channelIds } = await startWithNumbers();
      return { daemon, channelIds, words: ["waha", "--files", folder], stop: () => daemon.stop() };
    },
  ],
];

for (const [name, start] of PROGRAMS) {
  let stage: Stage;
  beforeAll(async () => {
    stage = await start();
  }, LONG_MS);
  afterAll(() => stage.stop());

  test(
    `${name}: killed and run again, every message is there once, in order, with its person`,
    async () => {
      const { daemon, channelIds, words } = stage;
      const env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key };
      const args = ["move-in", ...words, "--only", "contacts,messages", "--yes", "--json"];
      const count = async () => {
        const [row] = await daemon.sql`
          select count(*)::int as found from messages where channel_id = any (${channelIds})`;
        return row?.found ?? 0;
      };
      const child = Bun.spawn(cliCommand(args), {
        ...{ env: cliEnvironment(newHome(), env), stdin: "ignore", stdout: "ignore", stderr: "ignore" },
      });
      await eventually(
        "a third of it",
        async () => ((await count()) > MESSAGES / 3 ? true : undefined),
        LONG_MS,
      );
      child.kill("SIGKILL");
      await child.exited;
      expect(await count()).toBeLessThan(MESSAGES);
      const { code, stdout, stderr } = await runCli(args, { env });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      const moved: { messages: { stored: number; known: number; left_out: number } }[] =
        JSON.parse(stdout).data;
      const sum = (of: "stored" | "known" | "left_out") =>
        moved.reduce((total, { messages }) => total + messages[of], 0);
      expect({ all: sum("stored") + sum("known"), left_out: sum("left_out") }).toEqual({
        all: MESSAGES,
        left_out: 0,
      });
      expect(sum("known")).toBeGreaterThan(MESSAGES / 3);
      expect(await faultsOf(daemon.sql, channelIds)).toEqual([]);
    },
    LONG_MS,
  );
}
