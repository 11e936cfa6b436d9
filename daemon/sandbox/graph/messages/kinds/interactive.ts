import { type TSchema, Type } from "../../../../lib/typebox.ts";
import { type GraphFailure, missingParameter } from "../../http/errors.ts";
import { labelOf, strict, textOf } from "../../http/schema.ts";
import type { World } from "../../world.ts";
import { mediaFailure, mediaSource } from "./media.ts";

/** A part every interactive message words alike. */
export const bodyText = (longest = 1_024) => strict({ text: textOf(longest) });
export const footer = Type.Optional(strict({ text: labelOf(60) }));
export const textHeader = strict({ type: Type.Literal("text"), text: labelOf(60) });

export const header = strict({
  type: Type.Union([
    Type.Literal("text"),
    Type.Literal("image"),
    Type.Literal("video"),
    Type.Literal("document"),
  ]),
  text: Type.Optional(labelOf(60)),
  image: Type.Optional(strict(mediaSource)),
  video: Type.Optional(strict(mediaSource)),
  document: Type.Optional(strict({ ...mediaSource, filename: Type.Optional(textOf(240)) })),
});

/** `{name, parameters}`: the action of the messages that have a single button. */
export const namedAction = <Name extends string, T extends TSchema>(name: Name, parameters: T) =>
  strict({ name: Type.Literal(name), parameters });

type Source = { id?: string; link?: string };
type Header = {
  type: "text" | "image" | "video" | "document";
  text?: string;
  image?: Source;
  video?: Source;
  document?: Source;
};

/** A header must hold what its type says. */
export function headerFailure(value: Header | undefined, world: World): GraphFailure | null {
  if (value === undefined) return null;
  const content = value[value.type];
  if (content === undefined)
    return missingParameter(`Parameter interactive['header']['${value.type}'] is required`);
  if (value.type === "text" || typeof content === "string") return null;
  return mediaFailure(content, value.type, `interactive['header']['${value.type}']`, world);
}
