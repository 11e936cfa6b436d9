import { isObject } from "../../../lib/objects.ts";
import type { GraphFailure } from "../http/errors.ts";
import { isHandle } from "../media/resumable.ts";
import type { World } from "../world.ts";
import { withSubcode } from "./text.ts";

/** A template's examples are files that were uploaded here: a handle of anything else is refused. */
export function handleFailure(world: World, components: readonly unknown[]): GraphFailure | null {
  const parts: unknown[] = [...components];
  // grows as it is walked: the headers of cards are within
  for (const part of parts) {
    if (!isObject(part)) continue;
    for (const within of [part.cards, part.components]) if (Array.isArray(within)) parts.push(...within);
    const handles = isObject(part.example) ? part.example.header_handle : undefined;
    const unknown = Array.isArray(handles) ? handles.find((handle) => !isHandle(world, handle)) : undefined;
    if (unknown !== undefined)
      return withSubcode(2388047, "The header_handle is not one that the Resumable Upload API gave out.");
  }
  return null;
}
