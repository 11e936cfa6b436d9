import type { ApiRecord } from "../../http/inside/own-api.ts";
import { type Call, keyOf } from "./call.ts";

const ON = ["connected", "degraded", "restricted"];
const COMING = ["connecting", "pairing"];

/** Whether a channel sends, is about to, or does not. */
export function stateOf({ status }: ApiRecord): "on" | "coming" | "off" {
  if (ON.includes(String(status))) return "on";
  return COMING.includes(String(status)) ? "coming" : "off";
}

/** Pairs a channel, and waits for the code: for a number's phone to type, or to scan. */
export async function codeOf(call: Call, channelId: string, number?: string) {
  const { api } = call;
  const path = `/v1/channels/${channelId}`;
  const method = number === undefined ? { method: "qr" } : { method: "pairing_code", phone_number: number };
  await api.post(`${path}/connect`, method, keyOf(call, "connect"));
  const { qr, pairing_code, attempt } = await api.get(`${path}/qr`, { wait: 20 });
  const base64 = typeof qr === "string" ? await pictureOf(call, channelId) : null;
  return { pairingCode: pairing_code ?? null, code: qr ?? null, base64, count: attempt };
}

/** The QR code as a picture, in a data URL. */
async function pictureOf({ api }: Call, channelId: string): Promise<string> {
  const { bytes } = await api.bytes(`/v1/channels/${channelId}/qr?format=png`);
  return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
}
