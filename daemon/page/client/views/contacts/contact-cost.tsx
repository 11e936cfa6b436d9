import { money } from "../../../languages/forms.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { CONTACTS } from "../../view-words.ts";

/** Earlier than any message was charged. */
const EVER = "2020-01-01";

/** What somebody's messages cost so far; nothing where none was delivered that is charged. */
export function ContactCost({ id }: { id: string }) {
  const may = useMay();
  const request = { query: { contact_id: id, from: EVER } };
  const { data } = useAsk("GET /v1/costs", request, { enabled: may("costs:read") });
  if (data === undefined || data.total.currency === null || data.total.messages === 0) return null;
  const { amount, currency, messages } = data.total;
  return <p>{CONTACTS.costSoFar(money(amount, currency), messages)}</p>;
}
