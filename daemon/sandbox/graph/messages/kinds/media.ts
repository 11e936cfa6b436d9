import { Type } from "../../../../lib/typebox.ts";
import { type GraphFailure, invalidParameter, parameterError } from "../../http/errors.ts";
import { httpUrl } from "../../http/schema.ts";
import type { MediaKind } from "../../media/limits.ts";
import type { World } from "../../world.ts";

/** A file is named by the id of an upload or by a link, never by both. */
export const mediaSource = {
  id: Type.Optional(Type.String({ minLength: 1 })),
  link: Type.Optional(httpUrl),
};

export const caption = Type.Optional(Type.String({ maxLength: 1_024 }));

type Source = { id?: string; link?: string };

/** Refuses a file that is not named, named twice, unknown or of another kind than its message. */
export function mediaFailure(
  source: Source,
  kind: MediaKind,
  param: string,
  world: World,
): GraphFailure | null {
  if (source.id !== undefined && source.link !== undefined) {
    return invalidParameter(`Param ${param} must not have both 'id' and 'link'`);
  }
  if (source.id === undefined && source.link === undefined) {
    return invalidParameter(`Param ${param} must have one of 'id' and 'link'`);
  }
  if (source.id === undefined || world.media.get(source.id)?.kind === kind) return null;
  return parameterError(`Param ${param}['id'] is not a valid whatsapp business account media attachment ID`);
}
