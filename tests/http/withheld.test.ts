/** Bodies that are announced and do not come, from one address, on raw sockets. */
import { afterEach, expect, test } from "bun:test";
import { connect } from "node:net";
import { change, post } from "../inbound/support.ts";
import { type Attack, NO_SIGNATURE, open, slowBody, withheldBody } from "../support/attacks.ts";
import { LONG_MS } from "../support/long.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

/** More than are answered at a time. */
const CONNECTIONS = 5200;
/** So many are waited for from one address. */
const WAITED_FOR = 500;
const MEBIBYTE = 1024 * 1024;
const LARGEST = 4 * MEBIBYTE;

let attacks: Attack[] = [];
const waypost = ownDaemon({ config: { addressRequestsPerSecond: 10_000 } });
afterEach(() => {
  for (const attack of attacks) attack.stop();
  attacks = [];
});

async function begin(count: number, one: () => Attack): Promise<void> {
  attacks = await open(count, one);
}

/** Resolves when so many were answered with a status. */
async function answered(count: number, status: number): Promise<void> {
  const start = `HTTP/1.1 ${status} `;
  await until(() => attacks.filter((attack) => attack.received().startsWith(start)).length >= count, LONG_MS);
}

/** The statuses of others meanwhile: of the health, of a caller with a key, and of Meta, which send at once. */
async function othersGet(): Promise<number[]> {
  const requests = [
    fetch(`${waypost.url}/v1/health`),
    fetch(`${waypost.url}/v1/ready`),
    waypost.call("GET", "/v1/channels"),
    waypost.call("POST", "/v1/contacts", { email: `${crypto.randomUUID()}@example.com` }),
    post(waypost, change({ messages: [] })),
  ];
  return (await Promise.all(requests)).map(({ status }) => status);
}
const ALL_WELL = [200, 200, 200, 201, 200];

test("without a signature no body is waited for, and nobody is kept out", async () => {
  await begin(CONNECTIONS, () => withheldBody(waypost.url, "X-None: 1", LARGEST));
  await answered(CONNECTIONS, 401);
  expect(await othersGet()).toEqual(ALL_WELL);
});

test("of bodies that are held back but for a byte no more than 16 MiB are kept", async () => {
  await begin(20, () => withheldBody(waypost.url, NO_SIGNATURE, LARGEST, LARGEST - 1));
  // while they still send, the answer may be lost with the connection
  let ended = 0;
  for (const attack of attacks) attack.ended.then(() => ended++);
  await until(() => ended >= 16, LONG_MS);
  expect(await othersGet()).toEqual(ALL_WELL);
});

test("a body that drips in is cut off", async () => {
  await begin(1, () => slowBody(waypost.url, 200));
  await answered(1, 408);
  await attacks[0]?.ended;
});

test.each(["X-None: 1", "X-Api-Key: wp_none", "Authorization: Bearer none", "Cookie: waypost_session=none"])(
  "who is not known by their head (%s) is answered before their body comes, wherever they send it",
  async (line) => {
    const paths = ["messages", "contacts", "contacts/import", "contacts/import/preview", "api-keys"];
    const answers = await Promise.all(paths.map((path) => answerTo(`POST /v1/${path} HTTP/1.1`, line)));
    expect(answers.map((answer) => answer.split("\r\n", 1)[0])).toEqual(
      paths.map(() => "HTTP/1.1 401 Unauthorized"),
    );
  },
);

test(
  "with a signature's shape some are waited for, the oldest are given up, and nobody is kept out",
  async () => {
    await begin(CONNECTIONS, () => withheldBody(waypost.url, NO_SIGNATURE, LARGEST));
    await answered(CONNECTIONS - WAITED_FOR, 408);
    expect(await othersGet()).toEqual(ALL_WELL);
  },
  LONG_MS,
);

test(
  "at an address that was given up again and again, what comes at once and is small is still taken",
  async () => {
    await begin(100, () => withheldBody(waypost.url, NO_SIGNATURE, LARGEST, MEBIBYTE));
    await answered(100, 408);
    const large = change({ messages: [], padding: "x".repeat(100_000) });
    expect((await post(waypost, large)).status).toBe(408);
    expect(await othersGet()).toEqual(ALL_WELL);
  },
  LONG_MS,
);

test(
  "nobody is kept out by those who come again as soon as they are cut off",
  async () => {
    let opened = 0;
    let isOver = false;
    async function comeAgain(): Promise<void> {
      for (; !isOver; opened++) {
        const attack = withheldBody(waypost.url, NO_SIGNATURE, LARGEST);
        attacks.push(attack);
        await attack.ended;
      }
    }
    const coming = Array.from({ length: 600 }, comeAgain);
    while (opened < 700) {
      expect(await othersGet()).toEqual(ALL_WELL);
      // what they ask for would otherwise be most of the daemon's work
      await Bun.sleep(100);
    }
    isOver = true;
    for (const attack of attacks) attack.stop();
    await Promise.all(coming);
  },
  LONG_MS,
);

/** The response to a head whose body does not come. */
function answerTo(first: string, line: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const head = [first, "Host: localhost", line, "Content-Type: application/json", "Content-Length: 100000"];
  const socket = connect(Number(new URL(waypost.url).port), "127.0.0.1", () =>
    socket.write(`${head.join("\r\n")}\r\n\r\n{`),
  );
  socket.once("data", (data) => {
    resolve(data.toString());
    socket.destroy();
  });
  return promise;
}
