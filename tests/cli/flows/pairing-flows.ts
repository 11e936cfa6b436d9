/** A paired number: by a QR code, by a code that is typed, and the sandbox's phone itself. */
import { untilStatus } from "../../gateway/support.ts";
import { qrOnScreen } from "../qr-screen.ts";
import { withExpiredKey } from "./access-flows.ts";
import { CTRL_C, type Flow, type Stage } from "./flow.ts";
import type { Site } from "./site.ts";
import type { Screen } from "./terminal.ts";

const pair: Flow = {
  name: "channels pair",
  // in half blocks the code is larger than a terminal of 80 by 24
  prepare: async ({ env }) => ({ words: ["channels", "pair", "--sextants"], env }),
  stages: [
    {
      shows: /Scan this with WhatsApp on the phone[\s\S]*Linked devices[\s\S]*a new one in \d+ s/,
      next: async (site, screen) => scan(site, await qrOn(screen)),
    },
  ],
  dumb: {
    // Higher than the terminal: its text is what was written.
    stages: [{ shows: /[█▄▀ ]{30}/, next: async (site, screen) => scan(site, await qrWritten(screen)) }],
    leaves: /connected +\+1555704\d{4}/,
  },
  code: 0,
  leaves: /status +connected\n[\s\S]*number +\+1555704\d{4}/,
  asksFirst: 0,
  piped: {
    steps: [
      { until: /^qr\t1\t/m, next: (site, said) => scan(site, /^qr\t1\t\S+\t(\S+)$/m.exec(said)?.[1] ?? "") },
    ],
    code: 0,
    stdout: /^qr\t1\t[\s\S]*^connected\t\+1555704\d{4}\n$/m,
  },
  expired: withExpiredKey,
};

/** Behind what it is called: part of a channel's id can look like a code where a line is broken. */
const CODE = /(?:Type this code on the phone:|pairing_code)\s+([0-9A-Z]{4})-?([0-9A-Z]{4})\b/;
let codeNumber = "";

const pairByCode: Flow = {
  name: "channels pair --code",
  async prepare({ env, newNumber }) {
    codeNumber = newNumber();
    return { words: ["channels", "pair", "--code", "--phone", `+${codeNumber}`], env };
  },
  stages: [
    {
      shows:
        /Type this code on the phone: [0-9A-Z-]{8,9}\n.*Link with phone number\s+instead\n\S waiting for the phone/,
      next: async (site, screen) => typeCode(site, (await screen.lines()).join("\n")),
    },
  ],
  dumb: {
    stages: [
      {
        shows: /pairing_code\t?.*\n[\s\S]*is pairing/,
        next: (site, screen) => typeCode(site, screen.written()),
      },
    ],
    leaves: /connected/,
  },
  code: 0,
  leaves: /status +connected\n/,
  asksFirst: 0,
  piped: {
    steps: [{ until: /is pairing/, next: typeCode }],
    code: 0,
    stdout: /^pairing_code\t\S+\n[\s\S]*connected\t/,
  },
  expired: withExpiredKey,
};

const PHONE_STAGES: readonly Stage[] = [
  { shows: "Type a line to send it; Ctrl-C stops.", next: "Is it ready?\r" },
  { shows: /→ \d+ +Is it ready\? +\w+/, next: CTRL_C },
];

const phone: Flow = {
  name: "sandbox phone",
  async prepare(site) {
    const to = await pairedNumber(site);
    return { words: ["sandbox", "phone", site.newNumber(), "--to", to], env: site.env };
  },
  stages: PHONE_STAGES,
  code: 130,
  leaves: /Is it ready\?/,
  asksFirst: 0,
  piped: {
    stdin: () => "Is it ready?\n",
    steps: [{ until: /\tout\t\d+\t\w+\ttext\tIs it ready\?/, next: "interrupt" }],
    code: 130,
    stdout: /\tout\t\d+\t/,
    closed: { code: 130, says: /Ctrl-C stops/ },
  },
  async expired(site, prepared) {
    const { env } = (await withExpiredKey(site, prepared)).prepared;
    const words = [...prepared.words.slice(0, 3), "--scan", "ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T"];
    return { prepared: { words, env }, stages: [], says: "is not valid at" };
  },
};

export const pairingFlows = [pair, pairByCode, phone];

async function scan({ sandbox, newNumber }: Site, qr: string): Promise<void> {
  await sandbox.web?.control.scan(newNumber(), qr);
}

async function typeCode({ sandbox }: Site, said: string): Promise<void> {
  const [, left, right] = CODE.exec(said) ?? [];
  await sandbox.web?.control.typeCode(codeNumber, `${left}${right}`);
}

async function qrOn({ written, size, changed }: Screen): Promise<string> {
  while (true) {
    // before the screen is read, so that no change is missed
    const change = changed();
    const qr = await qrOnScreen(written(), size.columns, size.rows);
    if (qr !== null) return qr;
    await change;
  }
}

async function qrWritten(screen: Screen): Promise<string> {
  return await qrOn({ ...screen, size: { columns: screen.size.columns, rows: 100 } });
}

const paired = new WeakMap<Site, Promise<string>>();

/** The number of a channel that is paired, the same for all flows of a site. */
async function pairedNumber(site: Site): Promise<string> {
  const number = paired.get(site) ?? pairOne(site);
  paired.set(site, number);
  return await number;
}

async function pairOne({ daemon, sandbox, newNumber }: Site): Promise<string> {
  const channel = { platform: "whatsapp_unofficial", name: "Paired" };
  const { id } = (await daemon.call("POST", "/v1/channels", channel)).body;
  await daemon.call("POST", `/v1/channels/${id}/connect`, {});
  const { qr } = (await daemon.call("GET", `/v1/channels/${id}/qr?wait=20`)).body;
  const number = newNumber();
  await sandbox.web?.control.scan(number, qr);
  await untilStatus(daemon.call)(id, "connected");
  return number;
}
