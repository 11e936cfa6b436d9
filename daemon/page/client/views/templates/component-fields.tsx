import type { Part } from "../../../../template-rules/text.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Select } from "../../parts/fields/select.tsx";
import type { FileKind } from "../../parts/files/file-kind.ts";
import { MediaField } from "../../parts/files/media-field.tsx";
import { TEMPLATES } from "../../view-words.ts";
import { ButtonFields } from "./button-fields.tsx";
import { type Definition, type Kind, partOf, withPart } from "./definition.ts";
import { TextFields } from "./text-fields.tsx";

export type ErrorAt = (path: string, value: unknown) => string | null;

type ComponentFieldsProps = {
  definition: Definition;
  onChange: (components: Part[]) => void;
  /** What is wrong at a path, once something is written there. */
  errorAt: ErrorAt;
};

const HEADERS = Object.entries(TEMPLATES.headers).map(([value, label]) => ({ value, label }));
const KINDS: Readonly<Record<string, FileKind>> = { IMAGE: "image", VIDEO: "video", DOCUMENT: "document" };
const WITHOUT_FILE = ["", "TEXT", "LOCATION"];

/** The header, the body, the footer and the buttons of a template. */
export function ComponentFields({ definition, onChange, errorAt }: ComponentFieldsProps) {
  const { components, parameter_format: format } = definition;
  const set = (kind: Kind, part: Part | null) => onChange(withPart(components, kind, part));
  const errorOf = (kind: Kind, rest: string, value: unknown) =>
    errorAt(`/components/${components.findIndex(({ type }) => type === kind)}/${rest}`, value);
  const [header, body, footer] = [
    partOf(components, "HEADER"),
    partOf(components, "BODY"),
    partOf(components, "FOOTER"),
  ];
  const headerFormat = String(header.format ?? "");
  return (
    <>
      <Select
        label={TEMPLATES.header}
        options={HEADERS}
        value={headerFormat}
        onChange={(chosen) => set("HEADER", chosen === "" ? null : { type: "HEADER", format: chosen })}
      />
      {headerFormat === "TEXT" && (
        <TextFields
          kind="header_text"
          label={TEMPLATES.headerText}
          exampleLabel={TEMPLATES.exampleOfHeader}
          part={header}
          format={format}
          error={errorOf("HEADER", "text", header.text)}
          onChange={(part) => set("HEADER", part)}
        />
      )}
      {!WITHOUT_FILE.includes(headerFormat) && (
        <MediaField
          label={TEMPLATES.headerFile}
          hint={TEMPLATES.headerFileHint}
          kind={KINDS[headerFormat] ?? "document"}
          value={String((Object(header.example) as Part).media_id ?? "")}
          onChange={(id) =>
            set("HEADER", {
              ...{ type: "HEADER", format: headerFormat },
              ...(id === "" ? {} : { example: { media_id: id } }),
            })
          }
          error={errorOf("HEADER", "example/header_handle", header.example)}
        />
      )}
      <TextFields
        kind="body_text"
        label={TEMPLATES.body}
        hint={TEMPLATES.bodyHint}
        exampleLabel={TEMPLATES.example}
        part={{ ...body, type: "BODY" }}
        format={format}
        error={errorOf("BODY", "text", body.text)}
        onChange={(part) => set("BODY", part)}
      />
      <Field
        label={TEMPLATES.footer}
        value={String(footer.text ?? "")}
        onChange={(text) => set("FOOTER", text === "" ? null : { type: "FOOTER", text })}
        error={errorOf("FOOTER", "text", footer.text)}
      />
      <ButtonFields
        part={partOf(components, "BUTTONS")}
        errorOf={(rest, value) => errorOf("BUTTONS", `buttons/${rest}`, value)}
        onChange={(part) => set("BUTTONS", part)}
      />
    </>
  );
}
