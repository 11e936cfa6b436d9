import type { proto } from "baileys";
import { object } from "../../cloud-api/inbound/values.ts";

/** More than any app puts around a message; deeper nesting can only be meant to exhaust the reader. */
const MOST_WRAPPERS = 8;

/**
 * A message without what phones put around it: that it disappears, is seen once, mentions a group, is an animated sticker.
 * Whatever has a message in it is such a wrapper, whether or not its name is known. The secret that later changes are
 * sealed with may stand outside. Undefined when there is nothing in it.
 */
export function unwrapped(message: proto.IMessage | null | undefined): proto.IMessage | undefined {
  let inner = message ?? undefined;
  let context = inner?.messageContextInfo;
  for (let level = 0; level < MOST_WRAPPERS && inner !== undefined; level++) {
    const wrapped = wrappedIn(inner);
    if (wrapped === undefined) break;
    inner = wrapped;
    context = inner.messageContextInfo ?? context;
  }
  if (inner === undefined || !context || inner.messageContextInfo) return inner;
  return { ...inner, messageContextInfo: context };
}

function wrappedIn(message: proto.IMessage): proto.IMessage | undefined {
  const inners = Object.values(message).map((value) => object(value).message);
  return inners.find((inner): inner is proto.IMessage => typeof inner === "object" && inner !== null);
}
