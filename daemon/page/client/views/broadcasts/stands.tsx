import { Link } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { BROADCASTS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import style from "./broadcasts.module.css";
import type { Report } from "./states.ts";
import { whyItStands } from "./why-it-stands.ts";

/** Why a broadcast does not go on at the moment, until when, and the way to what holds it up. */
export function Stands({ report }: { report: Report }) {
  const { id, status, counts, stopped_by, channel_ids } = report;
  const may = useMay();
  const isAsked = status === "running" && counts.accepted > 0 && may("messages:read");
  const query = { broadcast_id: id, status: "queued", limit: 1 } as const;
  const { data } = useAsk("GET /v1/messages", { query }, { enabled: isAsked });
  const [message] = data?.data ?? [];
  const why = whyItStands(report, message?.waiting_for ?? null);
  if (why === null) return null;
  const channel = message?.channel_id ?? channel_ids[0];
  return (
    <section
      className={style.block}
      aria-label={stopped_by === null ? BROADCASTS.stands : BROADCASTS.stoppedBy}
    >
      <p>
        {why}{" "}
        {message !== undefined && may("channels:read") && (
          <Link href={`/channels/${channel}`}>{WORDS.seeNumber}</Link>
        )}
      </p>
    </section>
  );
}
