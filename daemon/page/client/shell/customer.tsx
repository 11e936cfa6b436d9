import { useAsk, useChange } from "../api/queries.ts";
import { useMay } from "../api/session.tsx";
import { Menu } from "../parts/menu.tsx";
import { problemText } from "../parts/problem.tsx";
import { toast } from "../parts/toast.tsx";
import { CUSTOMER } from "../view-words.ts";

const WHO = { from: "16505551234", name: "Ada Byron" };
const QUERY = { platform: "whatsapp_official", limit: 100 } as const;

/** What a customer of the sandbox does at a press, so that somebody sees how messages come in. */
export default function Customer() {
  const may = useMay();
  const isAllowed = may("messages:send") && may("channels:read");
  const { data } = useAsk("GET /v1/channels", { query: QUERY }, { enabled: isAllowed });
  const channel = data?.data.find(({ sandbox, status }) => sandbox && status === "connected");
  const play = useChange("POST /v1/channels/{id}/customer", {
    done: () => toast(CUSTOMER.wrote(WHO.name)),
    refused: (problem) => toast(problemText(problem)),
  });
  if (channel === undefined) return null;
  const says = (label: string, what: { text: string } | { kind: "image" | "order" }) => ({
    label,
    onPress: () => void play.run({ path: { id: channel.id }, body: { ...WHO, ...what } }),
  });
  return (
    <Menu
      label={CUSTOMER.play}
      entries={[
        says(CUSTOMER.greets, { text: CUSTOMER.hello }),
        says(CUSTOMER.asks, { text: CUSTOMER.question }),
        says(CUSTOMER.sendsPicture, { kind: "image" }),
        says(CUSTOMER.orders, { kind: "order" }),
        says(CUSTOMER.stops, { text: "STOP" }),
      ]}
    >
      {CUSTOMER.play}
    </Menu>
  );
}
