/** Events as they happen, forwarded, and delivered again. */

import { until } from "../../support/until.ts";
import { withExpiredKey } from "./access-flows.ts";
import { CTRL_C, type Flow } from "./flow.ts";
import type { Site } from "./site.ts";

const listen: Flow = {
  name: "listen",
  prepare: async ({ receiver, env }) => ({ words: ["listen", "--forward-to", receiver.url], env }),
  stages: [
    {
      shows: /● connected, forwarding to \S+\n +signed with whsec_\S+\n\n +Waiting for events\./,
      next: trigger,
    },
    { shows: /› \d\d:\d\d:\d\d +message\.new +200 +\d+ ms +test\n\n↑↓ choose/, next: "\r" },
    { shows: /message\.new +evt_\w+\n[\s\S]*Response\n200 +\d+ ms\nok\n/, next: "q" },
  ],
  dumb: {
    stages: [
      { shows: "Forwarding to http", next: trigger },
      { shows: /message\.new +200 +\d+ ms/, next: CTRL_C },
    ],
    code: 130,
    leaves: /To continue from here: --after evt_/,
  },
  code: 0,
  leaves: /message\.new[\s\S]*To continue from here: --after evt_/,
  asksFirst: 0,
  piped: {
    steps: [
      { until: /Forwarding to/, next: trigger },
      { until: /message\.new\t200/, next: "interrupt" },
    ],
    code: 130,
    stdout: /^secret\twhsec_\S+\nevt_\w+\tmessage\.new\t200\t\d+\n$/,
  },
  expired: withExpiredKey,
};

const tail: Flow = {
  name: "events tail",
  prepare: async ({ env }) => ({ words: ["events", "tail", "--tests"], env }),
  stages: [
    { shows: "Waiting for events.", next: trigger },
    { shows: /\d\d:\d\d:\d\d +message\.new/, next: CTRL_C },
  ],
  code: 130,
  leaves: /message\.new[\s\S]*To continue from here: --after evt_/,
  asksFirst: 0,
  piped: {
    steps: [
      { until: /Waiting for events/, next: trigger },
      { until: /message\.new/, next: "interrupt" },
    ],
    code: 130,
    stdout: /^evt_\w+\tmessage\.new\t/,
  },
  expired: withExpiredKey,
};

const replay: Flow = {
  name: "deliveries replay",
  async prepare(site) {
    const id = await missed(site, 3);
    site.receiver.hold();
    return { words: ["deliveries", "replay", "--since", "1h", "--endpoint", id], env: site.env };
  },
  stages: [
    { shows: /3 deliveries will be made\.\nContinue\? \[y\/N\]/, next: "y\r" },
    { shows: /░{30} 0 of 3 delivered \d+s/, next: ({ receiver }) => receiver.open() },
  ],
  dumb: {
    stages: [
      { shows: "[y/N]", next: "y\r" },
      { shows: "0 of 3", next: ({ receiver }) => receiver.open() },
    ],
  },
  code: 0,
  leaves: /status +done\n[\s\S]*succeeded +3\n/,
  asksFirst: 0,
  piped: {
    steps: [{ until: /0 of 3/, next: ({ receiver }) => receiver.open() }],
    code: 0,
    stdout: /status\tdone\n/,
  },
  expired: withExpiredKey,
};

export const webhookFlows = [listen, tail, replay];

async function trigger({ daemon }: Site): Promise<void> {
  const event = { event_type: "message.new" };
  await daemon.call("POST", "/v1/settings/developer/webhooks/trigger", event);
}

/** An endpoint that has failed to take so many events. */
async function missed({ daemon, receiver }: Site, count: number): Promise<string> {
  receiver.open();
  const base = "/v1/settings/developer/webhooks/endpoints";
  const made = await daemon.call("POST", base, { url: receiver.url, filterTypes: ["message.sent"] });
  receiver.isFailing = true;
  await daemon.sql`
    select emit_events(array_agg(row(${daemon.organizationId}, null, 'message.sent', '{"n":1}')::event_input))
    from generate_series(1, ${count}::integer)`;
  const failed = `/v1/settings/developer/webhooks/deliveries?endpoint_id=${made.body.id}&status=failed`;
  await until(async () => (await daemon.call("GET", failed)).body.data.length >= count);
  receiver.isFailing = false;
  return made.body.id;
}
