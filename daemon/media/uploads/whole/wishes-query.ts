import { TARGETS, type Target } from "../../../file-rules/forms.ts";
import type { FileKind } from "../../../file-rules/kinds.ts";
import { problem } from "../../../http/problem.ts";
import { Type } from "../../../lib/typebox.ts";
import type { Wishes } from "./judge.ts";

const KINDS = ["image", "video", "audio", "sticker", "document"] as const satisfies readonly FileKind[];

/** The client's wishes for an upload, in the query of its address. */
export const WishesQuery = Type.Object({
  as: Type.Optional(
    Type.Union(
      KINDS.map((kind) => Type.Literal(kind)),
      {
        description:
          "The type of message to send it in, whose limits it then has to keep; absent: the one that fits its bytes",
      },
    ),
  ),
  convert: Type.Optional(
    Type.Union(
      TARGETS.map((target) => Type.Literal(target)),
      {
        description:
          "The form to convert the file to, in place of `as`: `voice` is OGG with Opus, `image` JPEG, `video` MP4 with H.264 and AAC, `sticker` WebP of 512 × 512 pixels. What has that form already stays as it is.",
      },
    ),
  ),
});

/**
 * The requirements of an upload. A file that is converted need not fit its own message, but the one that it is made
 * for.
 */
export function wishesOf({
  as,
  convert,
}: {
  as?: FileKind | undefined;
  convert?: Target | undefined;
}): Wishes {
  if (convert === undefined) return { as };
  if (as === undefined) return { as: "document" };
  const [path, message] = ["/convert", "given beside as: leave out one of them"];
  throw problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
