import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { FilledTemplate } from "./filled-template.tsx";
import type { Broadcast } from "./states.ts";

/** The template of a broadcast as a phone shows it, with what fills it; nothing where it is not known here. */
export function SentTemplate({ broadcast: { channel_ids, template } }: { broadcast: Broadcast }) {
  const { name, language, parameters = {} } = template;
  const query = { name, language, channel_id: channel_ids[0] ?? "", limit: 1 };
  const { data } = useAsk("GET /v1/templates", { query }, { enabled: useMay()("templates:read") });
  const known = data?.data[0];
  if (known === undefined) return null;
  return <FilledTemplate template={known} parameters={parameters} />;
}
