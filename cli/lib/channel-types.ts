/* What the API takes and gives about connecting paired numbers. */
import type { Channel } from "./api-types.ts";

export type ConnectRequest = { method?: "qr" | "pairing_code"; phone_number?: string };
export type Connecting = {
  id: string;
  status: string;
  status_reason: string | null;
  pairing_code?: string | null;
};
export type Qr = {
  channel_id: string;
  status: string;
  qr: string | null;
  expires_at: string | null;
  attempt: number;
  status_reason: string | null;
};

type Path = { path: { id: string } };

export type ChannelRoutes = {
  "POST /v1/channels/{id}/connect": Path & { body: ConnectRequest; response: Connecting };
  "GET /v1/channels/{id}/qr": Path & { query: { wait?: number }; response: Qr };
  "POST /v1/channels/{id}/disconnect": Path & { body: { logout?: boolean }; response: Channel };
};
