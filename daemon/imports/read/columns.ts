import { LONGEST_KEY } from "../../contacts/fields.ts";
import { problem } from "../../http/problem.ts";
import { withCodeColumns } from "./code-columns.ts";
import type { Column } from "./column.ts";
import type { Constants } from "./constants.ts";
import { CUSTOM, FIELDS, type Field, IDENTIFYING, isCustom, isKey, isTarget, type Target } from "./fields.ts";
import { CODE_RANKS, mayBeDialCode } from "./headings/code-headings.ts";
import { isPlace, PHONE_RANKS } from "./headings/composed-heading.ts";
import { wordsOf } from "./headings/heading-words.ts";
import { type Heading, OF_ANY_SITE, PART_OF_NAME, readHeading } from "./headings/headings.ts";
import { OURS } from "./our-columns.ts";
import { areDialCodes, areWhole, areWords, haveSign, type Samples } from "./samples.ts";

/** How a request wants a file to be read. */
export type ColumnChoices = {
  /** Headings, and the fields they are for. */
  mapping: Record<string, string>;
  /** What every contact gets. */
  constants: Constants;
};

const IGNORED = "ignore";
const MOST_COLUMNS = 500;
/** Fields that a contact can have from several columns: the first that can be read is taken. */
const SEVERAL: readonly Target[] = ["phone_number", "email", "area_code"];

/**
 * Says what each column of a file is for: as the request wants it (a field,
 * `custom_fields.<key>` or `ignore`), else by its heading; an unknown heading becomes a custom
 * field. Columns of one name are numbered. Throws 422 for columns that can't be.
 */
export function mapColumns(cells: readonly string[], choices: ColumnChoices, samples: Samples): Column[] {
  if (cells.length > MOST_COLUMNS)
    throw wrong(`the file has ${cells.length} columns; ${MOST_COLUMNS} are the most`);
  const names = numbered(cells.map((heading) => heading.trim()));
  const absent = Object.keys(choices.mapping).find((name) => !names.includes(name));
  if (absent !== undefined) throw wrong(`the file has no column '${absent}'; it has: ${listed(names)}`);
  const wanted = names.map((header) => chosen(header, choices.mapping));
  const read = names.map((name, index) =>
    wanted[index] === undefined ? agreed(name, samples(index)) : undefined,
  );
  const said = read.map((heading, index) =>
    wanted[index] === undefined && isDialColumn(index, { names, wanted, read, samples })
      ? DIAL_CODES
      : heading,
  );
  const headings = settled(names, wanted, said, choices);
  const columns = names.map((header, index) => wanted[index] ?? byHeading(header, headings[index]));
  return withCodeColumns(columns.map((column) => labelled(column, names)));
}

/** What a heading says, unless the values say otherwise. */
function agreed(name: string, values: readonly string[]): Heading | undefined {
  const heading = readHeading(name);
  if (heading === undefined && isPlace(name) && areWhole(values)) return PHONE_OF_PLACE;
  if (heading?.isGuess && areWords(values) && heading.field === "phone_number") return undefined;
  const isCode =
    heading?.field === "area_code" || (heading?.field === "country" && heading.rank < CODE_RANKS.country);
  if (isCode && heading.field === "area_code" && areWords(values)) return undefined;
  return isCode && areWhole(values) ? PHONE_OF_PLACE : heading;
}

const DIAL_CODES: Heading = { field: "country", rank: CODE_RANKS.either };
const PHONE_OF_PLACE: Heading = { field: "phone_number", rank: PHONE_RANKS.place };

type Read = {
  names: readonly string[];
  wanted: readonly (Column | undefined)[];
  read: readonly (Heading | undefined)[];
  samples: Samples;
};

/** Whether the values are dial codes, though the heading does not say so, and numbers stand beside them. */
function isDialColumn(index: number, { names, wanted, read, samples }: Read): boolean {
  const field = read[index]?.field;
  if ((field !== undefined && field !== "phone_number") || !areDialCodes(samples(index))) return false;
  const isPhone = (place: number) => (wanted[place]?.target ?? read[place]?.field) === "phone_number";
  if (mayBeDialCode(wordsOf(names[index] ?? ""))) return isPhone(index - 1) || isPhone(index + 1);
  return isPhone(index + 1) && haveSign(samples(index));
}

function labelled(column: Column, names: readonly string[]): Column {
  const [, beginning] = /^(.+) - value$/i.exec(column.header) ?? [];
  if (column.target !== "phone_number" || beginning === undefined) return column;
  const label = names.findIndex((name) => name === `${beginning} - Label` || name === `${beginning} - Type`);
  return label === -1 ? column : { ...column, label };
}

/** Throws 422 when none of the columns says who a record is of. */
export function requireIdentity(columns: readonly Column[], constants: Constants): void {
  refuseLoneId(columns, constants);
  if (identifyingOf(columns).length > 0) return;
  const names = columns.map(({ header }) => header);
  throw wrong(
    `none of the columns is a phone number, an email address, an external id or a user id; the file has: ${listed(names)}`,
  );
}

/** The fields among the columns that contacts can be found by. */
export function identifyingOf(columns: readonly Column[]): Target[] {
  return IDENTIFYING.filter((field) => columns.some(({ target }) => target === field));
}

function refuseLoneId(columns: readonly Column[], constants: Constants): void {
  const has = (field: Field) => [...constants, ...columns].some(({ target }) => target === field);
  if (!has("external_id") || has("external_source")) return;
  throw wrong(
    "external ids need the system they are of: set external_source for all contacts, or map a column to it",
  );
}

/** The column as the request wants it; undefined when it says nothing about it. */
function chosen(header: string, mapping: Record<string, string>): Column | undefined {
  if (!Object.hasOwn(mapping, header)) return undefined;
  const target = mapping[header] ?? "";
  if (target === IGNORED) return { header, target: null, rank: 0 };
  // what somebody said comes before what a heading says
  if (isTarget(target)) return { header, target, rank: -1 };
  throw wrong(
    `'${target}' is not a field; the fields are ${FIELDS.join(", ")}, ${CUSTOM}<key> and ${IGNORED}`,
  );
}

function byHeading(header: string, heading: Heading | undefined): Column {
  if (header === "" || OURS.includes(header)) return { header, target: null, rank: 0 };
  if (isCustom(header)) return { header, target: header, rank: 0 };
  if (heading !== undefined) return { header, target: heading.field, rank: heading.rank };
  if (isKey(header)) return { header, target: `${CUSTOM}${header}`, rank: 0 };
  const shown = header.slice(0, LONGEST_KEY + 16);
  throw wrong(`a column can't be a custom field of this name; map it: '${shown}'`);
}

/** The fields of the headings, each with regard to the others; undefined for an unknown one, and one that is taken. */
function settled(
  names: readonly string[],
  wanted: readonly (Column | undefined)[],
  said: readonly (Heading | undefined)[],
  { constants }: ColumnChoices,
): (Heading | undefined)[] {
  const present = new Set([
    ...constants.map(({ target }) => target),
    ...wanted.map((column) => column?.target),
    ...said.map((heading) => heading?.field),
  ]);
  const taken = new Set<Target | null | undefined>(wanted.map((column) => column?.target));
  return said.map((heading, index) => {
    if (heading === undefined) return undefined;
    const field = fieldOf(heading, present);
    // without the system they are of, only a column that names the field is for external ids
    if (field === "external_id" && !present.has("external_source") && names[index] !== field)
      return undefined;
    if (isOfAnySite(heading) && !present.has("bsuid")) return undefined;
    const isOfSeveral = SEVERAL.includes(field) || (field === "country" && heading.rank < CODE_RANKS.country);
    if (taken.has(field) && !isOfSeveral) return undefined;
    taken.add(field);
    return { ...heading, field };
  });
}

/** A "username" may be that of a shop, and "Lid" is Dutch for a member. */
function isOfAnySite({ field, rank }: Heading): boolean {
  return (field === "username" || field === "lid") && rank === OF_ANY_SITE;
}

/** "Name" is the last name beside a first name alone, and "Nombre" the first name beside a last name alone. */
function fieldOf({ field, rank }: Heading, present: ReadonlySet<unknown>): Field {
  if (field !== "name" || rank !== PART_OF_NAME) return field;
  if (present.has("first_name") === present.has("last_name")) return "name";
  return present.has("first_name") ? "last_name" : "first_name";
}

/** Headings that are each there once: the second "Telefon" is "Telefon 2". */
function numbered(names: readonly string[]): string[] {
  const used = new Set(names);
  return names.map((name, index) => {
    if (name === "" || names.indexOf(name) === index) return name;
    let number = 2;
    while (used.has(`${name} ${number}`)) number += 1;
    used.add(`${name} ${number}`);
    return `${name} ${number}`;
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => `'${name.slice(0, 40)}'`);
  return shown.join(", ") + (names.length > shown.length ? ", …" : "");
}

function wrong(detail: string) {
  return problem(422, "invalid_file", detail);
}
