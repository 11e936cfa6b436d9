import type { FileToUpload } from "../file-to-upload.ts";
import type { BusinessAccount, CallOutcome } from "../management.ts";
import type { Graph } from "./graph.ts";
import { text } from "./inbound/values.ts";
import { manage } from "./management.ts";

/** Uploads an example of a template's header (Meta, "Resumable Upload API"); its handle is what Meta calls it by. */
export async function uploadExample(
  graph: Graph,
  appId: string,
  { accessToken }: BusinessAccount,
  file: FileToUpload,
): Promise<CallOutcome<string>> {
  const query = new URLSearchParams({
    file_name: file.fileName,
    file_length: String(file.size),
    file_type: file.mimeType,
  });
  const begin = { method: "POST", path: `/${appId}/uploads?${query}`, accessToken } as const;
  const begun = await manage(graph, begin, ({ id }) => text(id));
  if (begun.kind !== "done") return begun;
  const sent = await manage(graph, { method: "POST", path: `/${begun.value}`, accessToken, file }, ({ h }) =>
    text(h),
  );
  if (sent.kind !== "done") return sent;
  if (sent.value !== null) return { kind: "done", value: sent.value };
  return { kind: "unavailable", reason: "Meta gave the file no handle" };
}
