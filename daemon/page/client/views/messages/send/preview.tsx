import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { PhoneMessage } from "../../../parts/phone/phone-message.tsx";
import { PhoneTemplate } from "../../../parts/phone/phone-template.tsx";
import { type Json, objectOf, objectsOf, textAt } from "../../../parts/phone/read.ts";

type PreviewProps = { channelId: string | null; type: string; content: unknown };

/** A message that is being written, as a phone will show it; a template with its words, where it is known here. */
export function Preview({ channelId, type, content }: PreviewProps) {
  const template = objectOf(objectOf(content).template);
  const found = useTemplate(channelId, template);
  if (type !== "template" || found === undefined)
    return <PhoneMessage type={type} content={content} direction="outbound" />;
  const [header] = parametersOf(template, "header");
  return (
    <PhoneTemplate
      components={found.components.map((part) => withHeader(part, header))}
      category={found.category}
      values={valuesOf(template)}
    />
  );
}

function useTemplate(channelId: string | null, template: Json) {
  const name = textAt(template, "name");
  const language = textAt(objectOf(template.language), "code");
  const enabled = useMay()("templates:read") && name !== null && language !== null;
  const query = { channel_id: channelId ?? "", name: name ?? "", language: language ?? "", limit: 1 };
  const { data } = useAsk("GET /v1/templates", { query }, { enabled });
  return enabled ? data?.data[0] : undefined;
}

/** What stands in place of the body's variables: by their names, or by their places from 1. */
function valuesOf(template: Json): Record<string, string> {
  return Object.fromEntries(
    parametersOf(template, "body").map((one, at) => [
      textAt(one, "parameter_name") ?? String(at + 1),
      textAt(one, "text") ?? "",
    ]),
  );
}

function parametersOf({ components }: Json, type: string): readonly Json[] {
  return objectsOf(objectsOf(components).find((one) => one.type === type)?.parameters);
}

/** A component with what fills it, where it is the header: its file in place of the example, or its words. */
function withHeader(part: Json, parameter: Json | undefined): Json {
  if (part.type !== "HEADER" || parameter === undefined) return part;
  const text = textAt(parameter, "text");
  if (text !== null) return { ...part, text: textAt(part, "text")?.replace(/\{\{[^{}]*\}\}/, () => text) };
  return { ...part, example: objectOf(parameter[String(parameter.type)]) };
}
