import { type Api, Refused } from "../../http/inside/own-api.ts";
import { Type } from "../../lib/typebox.ts";
import { output, READS, tool } from "../tool.ts";

/** What a look at an installation consists of; each takes a permission of its own. */
const PARTS = {
  channels: "/v1/channels",
  failed_deliveries: "/v1/settings/developer/webhooks/deliveries?status=failed&limit=5",
  diagnostics: "/v1/diagnostics",
};

export const doctor = tool({
  name: "doctor",
  description: "What may be wrong: channels, failed deliveries, diagnostics. Null: this key may not see it",
  input: Type.Object({}),
  output: output({
    channels: Type.Unsafe({}),
    failed_deliveries: Type.Unsafe({}),
    diagnostics: Type.Unsafe({}),
  }),
  annotations: READS,
  async run(api) {
    const parts = Object.entries(PARTS).map(async ([name, path]) => [name, await seen(api, path)] as const);
    return { records: Object.fromEntries(await Promise.all(parts)) };
  },
});

async function seen(api: Api, path: string): Promise<unknown> {
  const found = await api.get(path).catch((cause: unknown) => {
    if (cause instanceof Refused && cause.status === 403) return null;
    throw cause;
  });
  return found === null ? null : (found.data ?? found);
}
