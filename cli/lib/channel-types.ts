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

export type LookedUp = {
  phone: string;
  exists: boolean | null;
  wa_id: string | null;
  lid: string | null;
  name: string | null;
  business: boolean | null;
  picture_url: string | null;
  about: string | null;
};
export type ChannelChanges = { name?: string; settings?: Record<string, unknown>; access_token?: string };

type Path = { path: { id: string } };

export type ChannelRoutes = {
  "POST /v1/channels/{id}/connect": Path & { body: ConnectRequest; response: Connecting };
  "GET /v1/channels/{id}/qr": Path & { query: { wait?: number }; response: Qr };
  "PATCH /v1/channels/{id}": Path & { body: ChannelChanges; response: Channel };
  "DELETE /v1/channels/{id}": Path & { response: null };
  "POST /v1/channels/{id}/contacts/lookup": Path & {
    body: { phones: string[] };
    response: { data: LookedUp[] };
  };
  "POST /v1/channels/{id}/disconnect": Path & { body: { logout?: boolean }; response: Channel };
};
