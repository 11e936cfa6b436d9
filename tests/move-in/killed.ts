/** Moves an installation, kills the command in the middle, runs it again, and says what is wrong then. */
import { cliCommand, cliEnvironment, newHome, runCli } from "../cli/run-cli.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { eventually } from "../support/until.ts";
import { faultsOf, muchEvolution, muchWaha, phoneOf, type Size } from "./much.ts";

/** What came of a run that was killed, and of the one behind it. */
export type Ended = {
  /** Messages that were there when it was killed. */
  killedAt: number;
  code: number;
  stored: number;
  known: number;
  leftOut: number;
  faults: string[];
};

export async function killedInEvolution(size: Size): Promise<Ended> {
  const store = await muchEvolution(size);
  try {
    return await killedInTheMiddle(["evolution", "--database", store.url], size);
  } finally {
    await store.drop();
  }
}

export async function killedInWaha(size: Size): Promise<Ended> {
  const folder = temporaryFolder("waha");
  await muchWaha(folder, size);
  return await killedInTheMiddle(["waha", "--files", folder], size);
}

async function killedInTheMiddle(words: readonly string[], size: Size): Promise<Ended> {
  const daemon = await startTestDaemon();
  try {
    const channelIds = await addNumbers(daemon, size);
    const env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key };
    const args = ["move-in", ...words, "--only", "contacts,messages", "--yes", "--json"];
    const count = async () => {
      const [row] = await daemon.sql`
        select count(*)::int as found from messages where channel_id = any (${channelIds})`;
      return Number(row?.found);
    };
    const child = Bun.spawn(cliCommand(args), {
      ...{ env: cliEnvironment(newHome(), env), stdin: "ignore", stdout: "ignore", stderr: "ignore" },
    });
    await eventually("a third of it", async () => (await count()) > size.messages / 3, LONG_MS);
    child.kill("SIGKILL");
    await child.exited;
    const killedAt = await count();
    const { code, stdout } = await runCli(args, { env });
    const moved: { messages: { stored: number; known: number; left_out: number } }[] =
      JSON.parse(stdout).data;
    const sum = (of: "stored" | "known" | "left_out") =>
      moved.reduce((total, { messages }) => total + messages[of], 0);
    return {
      ...{ killedAt, code, stored: sum("stored"), known: sum("known"), leftOut: sum("left_out") },
      faults: await faultsOf(daemon.sql, channelIds, size),
    };
  } finally {
    await daemon.stop();
  }
}

/** Channels that have the numbers already: no login is moved. */
async function addNumbers(daemon: OwnDaemon, { numbers }: Size): Promise<string[]> {
  const channelIds: string[] = [];
  for (let number = 0; number < numbers; number++) {
    const { body } = await daemon.call("POST", "/v1/channels", {
      ...{ platform: "whatsapp_unofficial", name: `Number ${number}` },
    });
    await daemon.sql`update channels set phone_number = ${`+${phoneOf(number)}`} where id = ${body.id}`;
    channelIds.push(body.id);
  }
  return channelIds;
}
