import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { PhoneMessage } from "../../../parts/phone/phone-message.tsx";
import { PhoneTemplate } from "../../../parts/phone/phone-template.tsx";
import { type Json, objectOf, objectsOf, textAt } from "../../../parts/phone/read.ts";

/** A message that is being written, as a phone will show it; a template with its words, where it is known here. */
export function Preview({ type, content }: { type: string; content: unknown }) {
  const template = objectOf(objectOf(content).template);
  const found = useTemplate(template);
  if (type !== "template" || found === undefined)
    return <PhoneMessage type={type} content={content} direction="outbound" />;
  return (
    <PhoneTemplate components={found.components} category={found.category} values={valuesOf(template)} />
  );
}

function useTemplate(template: Json) {
  const name = textAt(template, "name");
  const language = textAt(objectOf(template.language), "code");
  const enabled = useMay()("templates:read") && name !== null && language !== null;
  const query = { name: name ?? "", language: language ?? "", limit: 1 };
  const { data } = useAsk("GET /v1/templates", { query }, { enabled });
  return enabled ? data?.data[0] : undefined;
}

/** What stands in place of the body's variables: by their names, or by their places from 1. */
function valuesOf({ components }: Json): Record<string, string> {
  const body = objectsOf(components).find(({ type }) => type === "body");
  const parameters = objectsOf(body?.parameters);
  return Object.fromEntries(
    parameters.map((one, at) => [textAt(one, "parameter_name") ?? String(at + 1), textAt(one, "text") ?? ""]),
  );
}
