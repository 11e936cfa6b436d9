import { documented } from "../http/openapi/documentation.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";
import { ChannelStatus, channelSchema } from "./channel.ts";
import { PairingState, PasskeySchema } from "./passkey/bodies.ts";

export const ConnectBody = Type.Optional(
  Type.Object(
    {
      method: Type.Optional(Type.Union([Type.Literal("qr"), Type.Literal("pairing_code")])),
      phone_number: Type.Optional(
        Type.String({
          maxLength: 250,
          description: "The number to pair, with its country code; only for `pairing_code`",
        }),
      ),
      replace_number: Type.Optional(
        Type.Boolean({
          description:
            "The paired phone's number replaces the channel's, whichever it is. Otherwise another one than before is refused: the channel shows `disconnected` and its `offered_number`, and what waits for the first number's people goes on waiting. A number that was refused last need not be paired again",
        }),
      ),
      waiting: Type.Optional(
        Type.Union([Type.Literal("cancel"), Type.Literal("keep")], {
          description:
            "With `replace_number`: whether messages and broadcasts that wait for the number before are cancelled, or kept and sent from the new one. `cancel` by default: they were written for people who know the number before. Once a request that is not carried out yet has said `cancel`, a later `keep` changes nothing: disconnect first",
        }),
      ),
    },
    { examples: [{ method: "qr" }] },
  ),
);

export const DisconnectBody = Type.Optional(
  Type.Object(
    {
      logout: Type.Optional(
        Type.Boolean({
          description: "Also remove the device from the phone: next time, it has to be paired again",
        }),
      ),
    },
    { examples: [{ logout: false }] },
  ),
);

const ConnectedSchema = Type.Object(
  {
    id: Type.String(),
    status: ChannelStatus,
    pairing_code: Type.Optional(Nullable(Type.String({ description: "To type on the phone" }))),
  },
  { title: "ConnectingChannel", examples: [{ id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", status: "connecting" }] },
);

const QrSchema = Type.Object(
  {
    channel_id: Type.String(),
    status: ChannelStatus,
    state: Nullable(PairingState),
    is_paired: Type.Boolean({ description: "Whether a phone has scanned or been given the code" }),
    qr: Nullable(Type.String({ description: "The exact string to encode; null while there is none" })),
    pairing_code: Nullable(
      Type.String({ description: "To type on the phone, in a pairing by code; null in one by QR code" }),
    ),
    passkey: Nullable(PasskeySchema),
    confirm_code: Nullable(
      Type.String({ description: "To compare with the one on the phone, then to confirm here and there" }),
    ),
    expires_at: Nullable(Type.String({ format: "date-time", description: "When the next one replaces it" })),
    expires_in_seconds: Nullable(
      Type.Integer({ description: "The same, for those whose clock may differ from the daemon's" }),
    ),
    attempt: Type.Integer({
      description: "The number of this QR code in the pairing, from 1; 0 if there is none yet",
    }),
    status_reason: Nullable(Type.String()),
  },
  {
    title: "PairingQr",
    examples: [
      {
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        status: "pairing",
        state: "code",
        is_paired: false,
        qr: "https://wa.me/settings/linked_devices#2@Gv…,x0…,Jp…,q1…,1",
        pairing_code: null,
        passkey: null,
        confirm_code: null,
        expires_at: "2026-11-21T09:31:00.000Z",
        expires_in_seconds: 20,
        attempt: 1,
        status_reason: "scan the QR code with the phone",
      },
    ],
  },
);

export const QrQuery = Type.Object({
  format: Type.Optional(
    Type.Union([Type.Literal("json"), Type.Literal("png"), Type.Literal("svg"), Type.Literal("text")], {
      description: "`text` draws it with block characters, for a terminal",
    }),
  ),
});

/** The OpenAPI description of each operation. */
export const documentedSessions = (providers: Providers) => ({
  connect: documented({
    operation: "connectChannel",
    summary: "Connect a paired number",
    description:
      "Pairs the number if it is not paired yet, otherwise logs in. Repeating it is harmless. With `pairing_code`, the response has the code to type on the phone.",
    wording: {
      503: {
        description:
          "The database is unavailable, or the library that paired numbers need is not installed (`library_missing`)",
        code: "library_missing",
        detail: "paired numbers need the optional package baileys, which is not installed (see the README)",
      },
    },
    responses: { 202: { description: "Connecting", schema: ConnectedSchema } },
  }),
  qr: documented({
    operation: "getChannelQr",
    summary: "Get the code to pair with",
    description:
      "The QR code changes every 20 to 60 seconds; a pairing that was begun by code has that instead. Where WhatsApp wants the account's passkey, `passkey` says where somebody uses it. With `wait`, responds as soon as there is one. A connected channel has none (409 `already_connected`).",
    wording: {
      409: { description: "Nothing to pair", code: "already_connected", detail: "the channel is connected" },
    },
    responses: { 200: { description: "The QR code, in the requested format", schema: QrSchema } },
  }),
  disconnect: documented({
    operation: "disconnectChannel",
    summary: "Disconnect a paired number",
    description:
      "The login is kept unless `logout` is true. Messages wait until the number is connected again.",
    responses: { 202: { description: "Disconnecting, or disconnected", schema: channelSchema(providers) } },
  }),
});
