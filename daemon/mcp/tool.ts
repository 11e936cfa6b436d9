import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { ApprovalRecord } from "../../db/approvals/approvals.ts";
import type { Api } from "../http/inside/own-api.ts";
import { type Static, type TObject, Type } from "../lib/typebox.ts";
import type { Manual } from "./manual.ts";

/** What a tool answers: records of the API, and what is Waypost's own beside them. */
export type Outcome = {
  /** Shown with the words of others marked. */
  records: Record<string, unknown>;
  /** Shown as it is. */
  own?: Record<string, unknown>;
  /** What was asked to be sent, and waits for a person. */
  waiting?: ApprovalRecord;
};

/** A tool as agents get it. */
export type Tool = {
  name: string;
  description: string;
  input: TObject;
  output: TObject;
  annotations: ToolAnnotations;
  run(api: Api, given: unknown, manual: Manual): Promise<Outcome>;
};

type Declared<Input extends TObject> = Omit<Tool, "input" | "run"> & {
  input: Input;
  run(api: Api, given: Static<Input>, manual: Manual): Promise<Outcome>;
};

/** Declares a tool: `run` gets what its input's schema says, which is checked before. */
export function tool<Input extends TObject>({ run, ...declared }: Declared<Input>): Tool {
  return { ...declared, run: (api, given, manual) => run(api, given as Static<Input>, manual) };
}

/** One of some words, as briefly as JSON Schema can say it. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return Type.Unsafe<Word>({ type: "string", enum: words });
}

/** Any object. */
export const Anything = Type.Unsafe<Record<string, unknown>>({ type: "object" });

/** The hints of a tool that changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true };

/** The output of every tool has what its marks mean. */
export function output(members: TObject["properties"]): TObject {
  return Type.Object({ notice: Type.String(), ...members });
}

/** The output of a tool that answers one record. */
export const ONE = output({ data: Anything });

/** The output of a tool that lists. */
export const LISTED = output({ data: Type.Array(Anything), next_cursor: Type.Optional(Type.String()) });
