import { type Static, Type } from "@sinclair/typebox";
import { ChannelSettingsSchema } from "../providers/channel-settings.ts";
import type { Providers } from "../providers/provider.ts";
import { platformName } from "./platform.ts";

const Name = Type.String({ minLength: 1, maxLength: 128 });
/** The token is sent in a header, which allows no other characters. */
const Token = Type.String({
  minLength: 1,
  maxLength: 4096,
  pattern: "^[\\x21-\\x7e]+$",
  description: "ASCII without spaces, as Meta shows it. Stored encrypted, never shown",
});

export const createChannelBody = (providers: Providers) =>
  Type.Object(
    {
      platform: platformName(providers),
      name: Name,
      phone_number_id: Type.Optional(
        Type.String({ pattern: "^[0-9]{1,32}$", description: "Meta's id of the number" }),
      ),
      waba_id: Type.Optional(
        Type.String({ pattern: "^[0-9]{1,32}$", description: "WhatsApp Business Account id" }),
      ),
      access_token: Type.Optional(Token),
      settings: Type.Optional(ChannelSettingsSchema),
    },
    {
      examples: [
        {
          platform: "whatsapp_official",
          name: "Support",
          phone_number_id: "106540352242922",
          waba_id: "102290129340398",
          access_token: "EAAGm0PX4ZCpsBAIZDEXAMPLE",
        },
      ],
    },
  );

export const UpdateChannelBody = Type.Object(
  {
    name: Type.Optional(Name),
    access_token: Type.Optional(Token),
    settings: Type.Optional(ChannelSettingsSchema),
  },
  {
    minProperties: 1,
    examples: [{ settings: { rate: { per_second: 80 } } }, { settings: { paused: true } }],
  },
);

export type NewChannelBody = Static<ReturnType<typeof createChannelBody>>;
export type ChannelChangesBody = Static<typeof UpdateChannelBody>;
