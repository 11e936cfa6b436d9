import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { replyFields, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** Coordinates in decimal degrees, shared with a template's location header. */
export const coordinates = {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
};

/** A place on the map (Meta, "Location messages"). */
export const location = messageType({
  type: "location",
  schema: strict({ name: words(100), address: words(300), ...coordinates, ...replyFields }),
  canonical: asGiven,
  addressed: true,
  examples: [
    { name: "Harbour Dental", address: "Pier 4, 20457 Hamburg", latitude: 53.5438, longitude: 9.9829 },
  ],
});
