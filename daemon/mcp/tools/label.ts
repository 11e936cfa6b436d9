import { Type } from "../../lib/typebox.ts";
import { Anything, output, tool } from "../tool.ts";

const Tags = Type.Optional(Type.Array(Type.String()));

export const label = tool({
  name: "label",
  description: "Add and remove tags of a contact (ct_…) or conversation (cv_…)",
  input: Type.Object({ id: Type.String(), add: Tags, remove: Tags }),
  output: output({ data: Type.Array(Anything) }),
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(api, { id, add = [], remove = [] }) {
    const noun = id.startsWith("cv_") ? "conversations" : "contacts";
    const path = `/v1/${noun}/${encodeURIComponent(id)}/tags`;
    if (add.length > 0) await api.post(path, { names: add });
    for (const name of remove) await api.remove(`${path}/${encodeURIComponent(name)}`);
    return { records: { data: (await api.get(path)).data } };
  },
});
