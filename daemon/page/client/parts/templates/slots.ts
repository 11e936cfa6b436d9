import { type Part, partsIn, variablesOf } from "../../../../template-rules/text.ts";
import type { RowOf } from "../../api/call.ts";
import { TEMPLATE } from "../../view-words.ts";
import type { FileKind } from "../files/file-kind.ts";

export type KnownTemplate = RowOf<"GET /v1/templates">;

/** A place of a template that a message fills. */
export type Slot = {
  part: "header" | "body" | "buttons";
  /** Its place within the part; empty for the header. */
  name: string;
  label: string;
  hint?: string;
  /** Of a template whose variables have names, the name of this one. */
  variable?: string;
  /** Of a file, what kind it is: its address, or the id of an uploaded one. */
  file?: FileKind;
  /** What a message calls a button like this. */
  button?: "url" | "copy_code" | "quick_reply";
};

const FILES: Readonly<Record<string, FileKind>> = { IMAGE: "image", VIDEO: "video", DOCUMENT: "document" };

/** The places of a template, in the order in which a phone shows them. */
export function slotsOf({ components, parameter_format }: KnownTemplate): Slot[] {
  const of = (type: string) => partsIn(components).find((part) => part.type === type) ?? {};
  const names = variablesOf(String(of("BODY").text ?? ""));
  const isNamed = parameter_format === "NAMED";
  return [
    ...headerSlots(of("HEADER"), isNamed),
    ...inOrder(names, isNamed).map((name, at): Slot => {
      const slot = { part: "body", label: `{{${name}}}` } as const;
      return isNamed ? { ...slot, name, variable: name } : { ...slot, name: String(at) };
    }),
    ...partsIn(of("BUTTONS").buttons).flatMap(buttonSlots),
  ];
}

/** Numbered ones are given by their number, wherever they stand in the text. */
function inOrder(names: readonly string[], isNamed: boolean): readonly string[] {
  return isNamed ? names : names.toSorted((one, other) => Number(one) - Number(other));
}

function headerSlots({ format = "TEXT", text = "" }: Part, isNamed: boolean): Slot[] {
  const slot = { part: "header", name: "" } as const;
  if (format === "TEXT")
    return variablesOf(String(text)).map((name) => ({
      ...{ ...slot, label: TEMPLATE.headerVariable(name) },
      ...(isNamed ? { variable: name } : {}),
    }));
  const file = FILES[String(format)];
  return file === undefined
    ? []
    : [{ ...slot, label: TEMPLATE.headerFile, hint: TEMPLATE.headerFileHint, file }];
}

function buttonSlots({ type, text, url }: Part, at: number): Slot[] {
  const slot = { part: "buttons", name: String(at) } as const;
  const title = String(text ?? "");
  if (type === "URL" && variablesOf(String(url)).length > 0)
    return [{ ...slot, button: "url", label: TEMPLATE.buttonLink(title), hint: String(url) }];
  if (type === "COPY_CODE") return [{ ...slot, button: "copy_code", label: TEMPLATE.buttonCode }];
  if (type === "QUICK_REPLY")
    return [
      {
        ...{ ...slot, button: "quick_reply" as const },
        ...{ label: TEMPLATE.buttonReply(title), hint: TEMPLATE.buttonReplyHint },
      },
    ];
  return [];
}
