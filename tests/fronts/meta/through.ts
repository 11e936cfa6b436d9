/** A Waypost whose Graph API is another Waypost: it has an official channel that is a number of the other's. */
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { type OwnDaemon, startTestDaemon, UNPACED, webhookOf } from "../../support/daemon.ts";
import { type MetaSite, startMetaSite } from "./site.ts";

export type Through = { meta: MetaSite; waypost: OwnDaemon; channelId: string; stop(): Promise<void> };

/** `kind` is the number of the other's that it sends from. */
export async function startThrough(kind: "official" | "paired"): Promise<Through> {
  const meta = await startMetaSite();
  const waypost = await startTestDaemon({ config: { graphUrl: meta.graph } });
  const { channelId, phone_number_id, waba_id } = meta[kind];
  const endpoint = {
    ...{ url: webhookOf(waypost.daemon), format: "meta", channels: [channelId] },
    verify_token: SANDBOX_DEFAULTS.verifyToken,
  };
  const path = "/v1/settings/developer/webhooks/endpoints";
  const { body } = await meta.chat.daemon.call("POST", path, endpoint);
  // the program takes the endpoint's secret as its app secret
  waypost.config.appSecret = body.secret;
  // the channel that every test daemon begins with has the ids of the sandbox's number
  await waypost.call("DELETE", `/v1/channels/${waypost.channelId}`);
  await waypost.restart(async () => {});
  const channel = {
    ...{ platform: "whatsapp_official", name: "Through the other", settings: UNPACED },
    ...{ phone_number_id, waba_id, access_token: meta.chat.daemon.key },
  };
  const made = await waypost.call("POST", "/v1/channels", channel);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return {
    ...{ meta, waypost, channelId: made.body.id },
    async stop() {
      await waypost.stop();
      await meta.chat.stop();
    },
  };
}
