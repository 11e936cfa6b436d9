import { PhoneMessage } from "./phone-message.tsx";
import { objectsOf, textAt } from "./read.ts";
import { contentOf } from "./template-content.ts";

type PhoneTemplateProps = {
  /** In Meta's form: of any shape while it is written. */
  components: unknown;
  category: string;
  /** What stands in place of the body's variables, by their names; others stay as placeholders. */
  values?: Readonly<Record<string, string>>;
};

/** A template as a phone shows it, with its variables as placeholders where they have no value. */
export function PhoneTemplate({ components, category, values = {} }: PhoneTemplateProps) {
  const content = contentOf(objectsOf(components), category, values);
  return (
    <PhoneMessage type="template" content={content} direction="outbound" text={textAt(content, "text")} />
  );
}
