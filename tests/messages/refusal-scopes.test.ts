/** A refusal by Meta holds back only the pair or number that it is about. */
import { beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { runCli } from "../cli/run-cli.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const HOUR = 3600_000;
const waypost = ownDaemon({ patience: { callMs: 10_000, rests: { first: HOUR, longest: HOUR } } });
const PAIR_LIMITED = "15550000241";
const THROTTLED = "15550000341";
const SPAM_LIMITED = "15550002141";
let numbers: string[];

beforeAll(async () => {
  numbers = [];
  for (const digit of ["1", "2"]) {
    const [id, waba_id] = [`71000000${digit}`, `81000000${digit}`];
    const phone = { id, waba_id, display_phone_number: `+1 555-099-040${digit}`, verified_name: digit };
    await control(waypost, "phone_numbers", phone);
    const { body } = await waypost.call("POST", "/v1/channels", {
      ...{ platform: "whatsapp_official", name: digit, phone_number_id: id, waba_id },
      access_token: SANDBOX_DEFAULTS.accessToken,
      settings: { service_window: "provider", rate: { per_second: 100_000, per_recipient_seconds: 0 } },
    });
    numbers.push(body.id);
    await fetch(`${waypost.sandbox.graphUrl}/${waba_id}/subscribed_apps`, {
      method: "POST",
      headers: { authorization: `Bearer ${SANDBOX_DEFAULTS.accessToken}` },
    });
  }
});

const send = async (channel_id: string | undefined, to: string) => {
  const body = { channel_id, to, type: "text", content: { body: "Hello" } };
  return (await waypost.call("POST", "/v1/messages", body)).body.id as string;
};
const record = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body;
const refused = (id: string, code: string) =>
  eventually(code, async () => {
    const { error, attempts } = await record(id);
    return attempts > 0 && error?.provider_code === code ? error : null;
  });

test("131056 is the pair's: others on the number continue, and so does the pair after it", async () => {
  const limited = await send(waypost.channelId, PAIR_LIMITED);
  await refused(limited, "131056");
  const next = await send(waypost.channelId, PAIR_LIMITED);
  const other = await waypost.until(await send(waypost.channelId, "14155550241"), "read");
  expect(other.attempts).toBe(1);
  const first = await waypost.until(limited, "read");
  const second = await waypost.until(next, "read");
  expect([first.attempts, second.attempts]).toEqual([3, 1]);
});

test.each([
  ["130429", THROTTLED, 0],
  ["131048", SPAM_LIMITED, 1],
] as const)(
  "%s is the number's: it waits as a whole, and other numbers continue",
  async (code, to, number) => {
    const channel = numbers[number];
    await refused(await send(channel, to), code);
    const restriction = await eventually("a number that waits", async () => {
      const { restrictions } = (await waypost.call("GET", `/v1/channels/${channel}/limits`)).body;
      return restrictions[0] ?? null;
    });
    expect(restriction).toMatchObject({ scope: "number", conversation_id: null });
    const waiting = await send(channel, "14155550242");
    await waypost.until(await send(waypost.channelId, "14155550243"), "read");
    expect(await record(waiting)).toMatchObject({ status: "queued", attempts: 0 });
  },
);

test("a caller that waits for a message of that number sees what holds it back", async () => {
  const channel = numbers[1] ?? "";
  const command = ["send", "--channel", channel, "--to", "14155550244", "--text", "Hello"];
  const run = await runCli([...command, "--wait", "sent", "--timeout", "1s"], {
    env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
  });
  expect(run.code).toBe(6);
  expect(run.stderr).toMatch(/2 is restricted: spam_restricted: .*The message waits until that is mended/);
});
