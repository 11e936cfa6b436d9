/** Sending and waiting, choosing what was left out, confirming, and the doctor. */
import type { TestDaemon } from "../../support/daemon.ts";
import { withExpiredKey } from "./access-flows.ts";
import type { Flow } from "./flow.ts";

const send: Flow = {
  name: "send --wait",
  async prepare({ daemon, env }) {
    await setPaused(daemon, true);
    const content = ["--to", "14155550123", "--text", "Hi", "--channel", daemon.channelId];
    return { words: ["send", ...content, "--wait", "read"], env };
  },
  stages: [
    {
      shows: /14155550123 ✓ queued · sending · sent · delivered · read \d+\.\ds/,
      next: ({ daemon }) => setPaused(daemon, false),
    },
  ],
  dumb: { stages: [{ shows: /^queued$/m, next: ({ daemon }) => setPaused(daemon, false) }] },
  code: 0,
  leaves: /^14155550123 {2}queued .* read \d+\.\ds\nwaypost messages get \S+$/m,
  asksFirst: 0,
  piped: {
    steps: [{ until: /^queued$/m, next: ({ daemon }) => setPaused(daemon, false) }],
    code: 0,
    stdout: /^id\t[\s\S]*\nstatus\tread\n/,
  },
  expired: withExpiredKey,
};

const pick: Flow = {
  name: "a picker",
  prepare: async ({ env }) => ({ words: ["channels", "get", "--fields", "name"], env }),
  stages: [
    {
      shows: /Channel to show:[\s\S]*\n> ch_\w+ Sandbox [\s\S]*\n\d+ of \d+; arrows, letters, Enter/,
      next: "\r",
    },
  ],
  dumb: { stages: [], code: 2, leaves: /missing required argument 'id'\n *See: waypost channels get --help/ },
  code: 0,
  leaves: /^name +Sandbox$/m,
  asksFirst: 0,
  piped: { code: 2, stdout: /^$/ },
  expired: withExpiredKey,
};

const confirm: Flow = {
  name: "a confirmation",
  async prepare({ daemon, env, newNumber }) {
    const { body } = await daemon.call("POST", "/v1/contacts", { phone_number: `+${newNumber()}` });
    return { words: ["contacts", "delete", body.id], env };
  },
  stages: [{ shows: /Delete ct_\w+.*\? \[y\/N\]/, next: "y\r" }],
  code: 0,
  leaves: /Deleted ct_\w+\./,
  asksFirst: 1,
  piped: { code: 2, stdout: /^$/ },
  expired: async (site, prepared) => ({
    ...(await withExpiredKey(site, prepared)),
    stages: [{ shows: "[y/N]", next: "y\r" }],
  }),
};

const doctor: Flow = {
  name: "doctor",
  prepare: async ({ env }) => ({ words: ["doctor"], env }),
  stages: [],
  // The database of the tests is one that may lose data, unless they were given another.
  code: 5,
  orCode: 0,
  leaves: /^ok +lanes: nothing waits/m,
  asksFirst: 0,
  piped: { code: 5, stdout: /^reachability\tok\t/m },
  expired: async (site, prepared) => ({ ...(await withExpiredKey(site, prepared)), code: 5 }),
};

/** Messages wait while the channel is paused. */
async function setPaused({ call, channelId }: TestDaemon, paused: boolean): Promise<void> {
  await call("PATCH", `/v1/channels/${channelId}`, { settings: { paused } });
}

export const messageFlows = [send, pick, confirm, doctor];
