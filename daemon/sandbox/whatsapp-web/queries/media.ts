import { node } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

const ACCESS_SECONDS = 3600;
const MOST_BYTES = 100_000_000;

/** Where media is uploaded to (Baileys: `refreshMediaConn` in Socket/messages-send.js). */
export function mediaResult({ world }: Query): QueryResult {
  const host = node("host", {
    hostname: world.people.mediaHost(),
    maxContentLengthBytes: MOST_BYTES.toString(),
    type: "primary",
  });
  const ttl = ACCESS_SECONDS.toString();
  return [node("media_conn", { auth: "sandbox", ttl, auth_ttl: ttl, max_buckets: "12" }, [host])];
}
