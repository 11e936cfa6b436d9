import { Nullable, Type } from "../lib/typebox.ts";
import { type EventKind, EXAMPLE_IDS, event, Id, ORGANIZATION } from "./catalogue-kind.ts";

const CHANNEL = { channel_id: Id("The channel"), ...ORGANIZATION };
const EXAMPLE = { channel_id: EXAMPLE_IDS.channel_id, organization_id: EXAMPLE_IDS.organization_id };
const REASON = "the device was removed on the phone; pair it again";

/** Events about the numbers that messages are sent from. */
export const CHANNEL_EVENTS = {
  "channel.updated": event(
    "A channel was created or deleted, or its name, settings, number, quality, limit or token's end changed. A change of its status alone is a `channel.status_changed`.",
    {
      ...CHANNEL,
      name: Type.String(),
      status: Type.String({ description: "As in the channel's record; `deleted` when it was deleted" }),
    },
    { ...EXAMPLE, name: "Support", status: "connected" },
  ),
  "channel.status_changed": event(
    "A channel was connected or lost its connection, WhatsApp restricted it, or a pairing waits for somebody with the account's passkey (with the same status as before, and a reason that begins with `passkey_`).",
    {
      ...CHANNEL,
      status: Type.String({ description: "As in the channel's record" }),
      previous: Type.String({ description: "Its status before" }),
      reason: Nullable(Type.String({ description: "Why, and what to do about it" })),
    },
    { ...EXAMPLE, status: "logged_out", previous: "connected", reason: REASON },
  ),
  "channel.logged_out": event(
    "A channel can't be used until somebody acts: pair the number again, or renew the access token or registration. It comes in addition to `channel.status_changed`.",
    { ...CHANNEL, reason: Nullable(Type.String({ description: "Why, and what to do about it" })) },
    { ...EXAMPLE, reason: REASON },
  ),
  "channel.health_changed": event(
    "A channel's health went down a level, or clearly up again: `good` is from 80 points, `fair` from 60, `poor` from 40, `critical` below. It comes when the level changes, not with each point.",
    {
      ...CHANNEL,
      score: Type.Integer({ description: "0 to 100" }),
      level: Type.String({ description: "`good`, `fair`, `poor` or `critical`" }),
      previous: Type.String({ description: "The level before" }),
      advice: Nullable(Type.String({ description: "What to do first; null where nothing takes points" })),
    },
    {
      ...EXAMPLE,
      ...{ score: 56, level: "poor", previous: "fair" },
      advice:
        "Most people don't answer when you write to them first: stop that campaign, and ask for consent first.",
    },
  ),
  "channel.number_changed": event(
    "Another number took the place of a paired channel's own, because somebody connected it with `replace_number`.",
    {
      ...CHANNEL,
      phone_number: Type.String({ description: "The number that it sends from now, as E.164" }),
      previous: Type.String({ description: "The number before" }),
      waiting: Type.Union([Type.Literal("cancelled"), Type.Literal("kept")], {
        description: "What became of the messages that waited",
      }),
    },
    { ...EXAMPLE, phone_number: "+15550783882", previous: "+15550783881", waiting: "cancelled" },
  ),
  "channel.link_used": event(
    "Somebody connected a channel's number through a pairing link, which is of no more use.",
    {
      ...CHANNEL,
      link_id: Type.String(),
      phone_number: Nullable(Type.String({ description: "The number that was connected, as E.164" })),
    },
    { ...EXAMPLE, link_id: "lnk_01JDB2M5S8V0ZC3K7Q2M4N6P8R", phone_number: "+15550783881" },
  ),
  "channel.alerted": event(
    "Meta says something about an official number, its profile or its portfolio that changes nothing for sending: a decision about how many people may be written to, a lost picture, the badge of an official business account. What changes sending is a `channel.status_changed`.",
    {
      ...CHANNEL,
      alert: Type.String({ description: "Meta's name of it, such as `PROFILE_PICTURE_LOST`" }),
      severity: Type.String({ description: "`critical`, `warning` or `informational`" }),
      text: Type.String({ description: "What it means" }),
      advice: Nullable(Type.String({ description: "What to do; null where there is nothing to do" })),
      description: Nullable(Type.String({ description: "Meta's own words" })),
    },
    {
      ...EXAMPLE,
      ...{ alert: "PROFILE_PICTURE_LOST", severity: "warning" },
      text: "the picture of the number's profile is gone",
      advice: "Upload it again in WhatsApp Manager.",
      description: "Your profile picture was deleted.",
    },
  ),
  "channel.username_changed": event(
    "WhatsApp reserved or approved an official number's own user name, or it is gone: deleted, or taken over by another number of the portfolio.",
    {
      ...CHANNEL,
      username: Nullable(Type.String({ description: "Null when it is gone" })),
      status: Type.String({ description: "`reserved`, `approved` or `deleted`" }),
    },
    { ...EXAMPLE, username: "blue.door.cafe", status: "approved" },
  ),
} satisfies Record<string, EventKind>;
