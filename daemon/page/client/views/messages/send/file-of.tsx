import type { ReactNode } from "react";
import type { FileKind } from "../../../parts/files/file-kind.ts";
import { MediaField } from "../../../parts/files/media-field.tsx";
import { type PlaceProps, record } from "../../../parts/schema/kinds.ts";
import { FILES } from "../../../view-words.ts";

/** What stands in place of a file's id. */
export const ADDRESS = ["media_url"];

/** Whether a content has a file of its own, which needs no address. */
export function hasFile(content: unknown): boolean {
  return record(content).media_id !== undefined;
}

/** Asks for a file of a message's content: of the kind that its place is named for, else that of the message. */
export function fileOf(type: string, { path, value, error, onChange }: PlaceProps): ReactNode {
  const around = path.split("/").at(-2) ?? "";
  return (
    <MediaField
      kind={[around, type].find(isKind) ?? "document"}
      value={typeof value === "string" ? value : ""}
      onChange={(id) => onChange(id === "" ? undefined : id)}
      error={error}
    />
  );
}

function isKind(name: string): name is FileKind {
  return Object.hasOwn(FILES.limits, name);
}
