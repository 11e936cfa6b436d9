import { notConnected, timedOut } from "../../channels/asking/wording.ts";
import { Nullable, Type } from "../../lib/typebox.ts";

export const ProfileSchema = Type.Object(
  {
    name: Nullable(Type.String({ description: "What people see who have not saved the number" })),
    about: Nullable(Type.String({ description: "The line below it" })),
    picture_url: Nullable(
      Type.String({ description: "Where WhatsApp keeps the small picture, for some days; null without one" }),
    ),
  },
  {
    title: "ChannelProfile",
    examples: [
      {
        name: "Blue Door Café",
        about: "Open until six",
        picture_url: "https://pps.whatsapp.net/v/t61/1.jpg",
      },
    ],
  },
);

export const ProfileBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 25, pattern: "\\S" })),
    about: Type.Optional(Type.String({ maxLength: 139, description: "Empty takes it away" })),
    picture: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 64,
          description:
            "The id of an uploaded picture, of which the square in the middle is taken; null takes it away",
        }),
      ),
    ),
  },
  { minProperties: 1, examples: [{ about: "Open until six" }] },
);

export const WORDING = {
  409: notConnected(),
  422: {
    description: "WhatsApp refused, the picture can't be converted, or an official number",
    code: "unsupported_on_platform",
    detail: "the profile of whatsapp_official channels is changed in WhatsApp Manager",
  },
  503: timedOut(),
};
