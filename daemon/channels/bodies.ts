import { type Static, Type } from "../lib/typebox.ts";
import { AccessToken, type AccountBody } from "../providers/account-form.ts";
import { type ChannelSettings, ChannelSettingsSchema } from "../providers/channel-settings.ts";
import type { Providers } from "../providers/provider.ts";
import { accountFormsOf, membersOf } from "./account-forms.ts";
import { platformName } from "./platform.ts";

const Name = Type.String({ minLength: 1, maxLength: 128 });

export type NewChannelBody = { platform: string; name: string; settings?: ChannelSettings } & AccountBody;

/** The body of a new channel: what all of them have, and what each platform takes of its account. */
export function createChannelBody(providers: Providers) {
  const forms = accountFormsOf(providers);
  return Type.Unsafe<NewChannelBody>(
    Type.Object(
      {
        platform: platformName(providers),
        name: Name,
        ...membersOf(forms.map(({ form }) => form.body)),
        settings: Type.Optional(ChannelSettingsSchema),
      },
      { examples: forms.map(({ platform, form }) => ({ platform, name: "Support", ...form.example })) },
    ),
  );
}

export const UpdateChannelBody = Type.Object(
  {
    name: Type.Optional(Name),
    access_token: Type.Optional(AccessToken),
    phone_number_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "Only what it is already: a channel keeps its number. Create another one for another number",
      }),
    ),
    settings: Type.Optional(ChannelSettingsSchema),
  },
  {
    minProperties: 1,
    examples: [{ settings: { rate: { per_second: 80 } } }, { settings: { paused: true } }],
  },
);

export type ChannelChangesBody = Static<typeof UpdateChannelBody>;
