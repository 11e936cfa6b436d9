import { ViewTabs } from "../../parts/tabs.tsx";
import { WEBHOOKS } from "../../view-words.ts";

const VIEWS = [
  ["/webhooks", WEBHOOKS.endpoints],
  ["/webhooks/deliveries", WEBHOOKS.deliveries],
] as const;

/** Leads from the endpoints to their deliveries, and back. */
export function Kinds() {
  return <ViewTabs label={WEBHOOKS.kinds} views={VIEWS} />;
}
