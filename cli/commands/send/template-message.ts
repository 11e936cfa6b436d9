import { usageFailure } from "../../lib/failures/failure.ts";
import { checkFile, isAddress } from "../media/upload-file.ts";
import { type FileMessage, queryFor } from "./file-message.ts";
import type { MessageBody } from "./message-body.ts";
import type { MessageOptions } from "./options.ts";
import { type TemplateOptions, templateContent } from "./template.ts";

/** Options that name the file of a template's header. */
export const HEADER_FILES = ["header-image", "header-video", "header-document"] as const;

const KIND = { "header-image": "image", "header-video": "video", "header-document": "document" } as const;

/** The template message that the options describe; the file of its header may have to be uploaded first. */
export async function templateMessage(
  options: TemplateOptions & MessageOptions,
): Promise<MessageBody | FileMessage> {
  const [name, ...others] = HEADER_FILES.filter((one) => options[one] !== undefined);
  if (others.length > 0)
    throw usageFailure(`give one of --${name} and --${others[0]}: a header has one file`);
  const source = name === undefined ? undefined : options[name];
  if (name === undefined || source === undefined) return bodyWith(options, null);
  const kind = KIND[name];
  if (isAddress(source)) return bodyWith(options, { kind, file: { link: source } });
  await checkFile(source);
  const bodyOf = ({ id }: { id: string }) => bodyWith(options, { kind, file: { media_id: id } });
  return { source, filename: undefined, query: queryFor(kind), bodyOf };
}

function bodyWith(options: TemplateOptions, header: Parameters<typeof templateContent>[1]): MessageBody {
  return { type: "template", content: templateContent(options, header) };
}
