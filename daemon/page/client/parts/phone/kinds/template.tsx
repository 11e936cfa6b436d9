import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import { Layout } from "../layout.tsx";
import { type Json, objectOf, objectsOf, textAt } from "../read.ts";
import { sentContentOf } from "../template-content.ts";
import { CardRow } from "./cards.tsx";

/** A template as the person saw it, where it is known here; else the words that the API has for it. */
export function Template({ content, text, channelId = null }: Drawn) {
  const template = objectOf(content.template);
  const name = textAt(template, "name");
  const found = useTemplate(channelId, template);
  const shown = found === undefined ? content : sentContentOf(found.components, found.category, template);
  const words = found === undefined ? (text ?? (name && PHONE.template(name))) : textAt(shown, "text");
  return <Layout content={shown} words={words} below={<CardRow cards={objectsOf(shown.cards)} />} />;
}

function useTemplate(channelId: string | null, template: Json) {
  const name = textAt(template, "name");
  const language = textAt(objectOf(template.language), "code");
  const enabled = useMay()("templates:read") && name !== null && language !== null;
  const channel = channelId === null ? {} : { channel_id: channelId };
  const query = { ...channel, name: name ?? "", language: language ?? "", limit: 1 };
  const { data } = useAsk("GET /v1/templates", { query }, { enabled });
  return enabled ? data?.data[0] : undefined;
}
