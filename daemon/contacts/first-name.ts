import { isNothing } from "./no-name.ts";

/** Words before a first name: degrees, and forms of address that people use with it. Those that are names are not here: Don. */
const BEFORE_FIRST = `dr dra drs drg prof profa professor professorin dott dottssa dottore dottoressa med ing dipl dipling mag mmag
  mudr judr phdr rndr mgr bc inz hab lic eng arq arch av avv adv rev fr sir dona pak bu ibu bapak bpk kak mbak
  sheikh shaikh shri smt ustad ir univ rer nat habil pd priv doz docteur doctor doctora
  доктор проф профессор د دكتور دكتورة م أ أستاذ الأستاذ الأستاذة مهندس الدكتور الدكتورة السيد السيدة श्री श्रीमती डॉ`;
/** Those that people use with a last name, which may stand alone behind them. */
const BEFORE_LAST = `m mr mrs ms miss mx mister herr frau hr frl fraulein sr sra srta senor senora senorita senhor senhora sig sigra
  signor signora signorina mme mlle monsieur madame mademoiselle dhr mevr mw mevrouw heer pan pani panna hra hr fru froken herra
  rouva bay bayan sayin г-н г-жа господин госпожа пан пані κ κος κα dl dna domnul doamna כבוד מר גברת`;
/** What stands behind a name and its comma. */
const AFTER =
  /^(?:(?:jr|sr|ii|iii|iv|phd|md|dds|mba|msc|bsc|ba|ma|mag|esq|cpa|rn|dipling|llm|llb|llc|ltd|inc|gmbh|ag|kg|co|sa|sl|srl|ltda)\b\s*)+$/;

const TITLES = setOf(BEFORE_FIRST);
const ADDRESSES = setOf(BEFORE_LAST);
const LETTER = /\p{L}/u;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.'’]+$/gu;

/**
 * The first name within a name: behind the comma of "Müller, Jörg", and without titles. Null where there is none, so that
 * something else is said: of a number, and of a last name behind a form of address.
 */
export function firstNameOf(name: string): string | null {
  if (isNothing(name)) return null;
  const [before = "", after] = name.split(/[,，、]\s*/, 2);
  const isTurned = after !== undefined && LETTER.test(after) && !AFTER.test(plainOf(after));
  const words = (isTurned ? after : before).split(/\s+/).flatMap(withoutTitle);
  const named = words.map((word) => word.replace(AROUND, "")).filter((word) => LETTER.test(word));
  const at = named.findIndex((word) => !TITLES.has(plainOf(word)) && !ADDRESSES.has(plainOf(word)));
  const titles = named.slice(0, at).map(plainOf);
  const isLastName = !isTurned && titles.some((title) => ADDRESSES.has(title)) && at === named.length - 1;
  return isLastName ? null : (named[at] ?? null);
}

/** A title that is written to the next word: "Dr.Anna", "Prof.Dr.", "Dipl.-Ing.". */
function withoutTitle(word: string): string[] {
  const parts = word.split(/(?<=\p{L}{2}\.)-?(?=\p{L})/u);
  return parts.length > 1 && parts.slice(0, -1).every((part) => TITLES.has(plainOf(part))) ? parts : [word];
}

function plainOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}ªº]|(?<=[\p{L}\p{M}])\./gu, "");
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).map(plainOf));
}
