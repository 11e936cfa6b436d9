import { useList } from "../../api/queries.ts";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { Time } from "../time.tsx";
import { Lines } from "./lines.tsx";

/** What a person ordered from catalogues in messages, the newest first. */
export function Orders({ id }: { id: string }) {
  const orders = useList("GET /v1/orders", { query: { contact_id: id } });
  return (
    <Lines list={orders} empty={CONTACTS.noOrders}>
      {({ id: order, order_no, status, payment_status, created_at }) => (
        <li key={order}>
          <span>{CONTACTS.order(order_no)}</span>
          <span className={common.quiet}>
            {status}, {payment_status}
          </span>
          <span className={common.end}>
            <Time at={created_at} />
          </span>
        </li>
      )}
    </Lines>
  );
}
