/** The stand-ins for WhatsApp, in a process of their own, and the numbers that they have. */
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { type Api, createApi } from "./api.ts";
import { stageHome } from "./home.ts";
import { fromSource, startServer } from "./process.ts";

export type Sandbox = {
  /** The settings of a daemon that uses it. */
  environment: Record<string, string>;
  /** Where its control routes are. */
  url: string;
  /** Calls them, by their paths from `/sandbox/`. */
  control: Api;
  stop(): Promise<void>;
};

/** Starts it, by default from source; Meta's webhooks go to a daemon at `webhookPort`. */
export async function startSandbox(
  webhookPort: number,
  waypostd: readonly string[] = fromSource("daemon/main.ts"),
): Promise<Sandbox> {
  const webhookUrl = `http://127.0.0.1:${webhookPort}/v1/providers/whatsapp/webhook`;
  const started = await startServer(
    [...waypostd, "sandbox", "--webhook-url", webhookUrl],
    { HOME: stageHome(), WAYPOST_HOME: stageHome(), WAYPOST_SANDBOX_PORT: "0" },
    /uses it:\n\n((?:[A-Z_]+=\S+\n)*NODE_EXTRA_CA_CERTS=\S+\n(?:[A-Z_]+=\S+\n)*)/,
  );
  const lines = started.address.trimEnd().split("\n");
  const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
  const url = new URL(environment.WAYPOST_GRAPH_URL ?? "").origin;
  return { environment, url, control: createApi(`${url}/sandbox/`), stop: started.stop };
}

/** Connects the sandbox's own number; returns the channel's id. */
export async function connectOfficial(api: Api): Promise<string> {
  const { phoneNumber } = SANDBOX_DEFAULTS;
  return await makeChannel(api, phoneNumber.id);
}

/** Adds a number to the sandbox's account, and connects it; returns the channel's id. */
export async function addOfficial({ control }: Sandbox, api: Api, nth: number): Promise<string> {
  const id = `10020030040060${nth}`;
  await control("POST", "phone_numbers", {
    ...{ id, waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId, verified_name: `Number ${nth}` },
    ...{ registered: true, verified: true, display_phone_number: `+1 555-099-020${nth}` },
  });
  return await makeChannel(api, id);
}

async function makeChannel(api: Api, id: string): Promise<string> {
  const channel = await api<{ id: string }>("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: `Number ${id}`, phone_number_id: id },
    ...{ waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId, access_token: SANDBOX_DEFAULTS.accessToken },
    settings: UNPACED,
  });
  return channel.id;
}

/** As fast as it goes, and to anybody first. */
export const UNPACED = {
  service_window: "provider",
  rate: { per_second: 100_000, per_recipient_seconds: 0 },
  warmup: null,
};
