import { problem } from "../../../http/problem.ts";
import { Type } from "../../../lib/typebox.ts";
import type { FileKind } from "../../kinds.ts";
import { TARGETS, type Target } from "../../outgoing/convert/target.ts";
import type { Wishes } from "./judge.ts";

const KINDS = ["image", "video", "audio", "sticker", "document"] as const satisfies readonly FileKind[];

/** What the client asks of an upload, in the query of its address. */
export const WishesQuery = Type.Object({
  as: Type.Optional(
    Type.Union(
      KINDS.map((kind) => Type.Literal(kind)),
      {
        description:
          "The type of message that it is to be sent in, whose limits it then has to keep; absent: the one that fits its bytes",
      },
    ),
  ),
  convert: Type.Optional(
    Type.Union(
      TARGETS.map((target) => Type.Literal(target)),
      {
        description:
          "What to make of the file, in place of `as`: `voice` is OGG with Opus, `image` JPEG, `video` MP4 with H.264 and AAC, `sticker` WebP of 512 × 512 pixels. What has that form already stays as it is.",
      },
    ),
  ),
});

/** What a file has to be to be taken. What is converted need not fit its own message, but the one that it is made for. */
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
