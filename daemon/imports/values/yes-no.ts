const YES = `yes, y, true, 1, x, ✓, ✔, ✅, ☑, on, ok, granted, opt in, opted in, subscribed, agreed, accepted, consented, ja, j, wahr,
  erteilt, liegt vor, vorhanden, zugestimmt, eingewilligt, angemeldet, sí, si, s, verdadero, aceptado, sim, verdadeiro,
  aceito, oui, o, vrai, accordé, accepté, vero, concesso, waar, akkoord, tak, t, prawda, wyrażono, evet, e, doğru, var,
  да, д, истина, согласен, نعم, موافق, صحيح, हाँ, हां, ya, setuju, benar, 是, 同意, 真, はい, 同意する, 有`;
const NO = `no, n, false, 0, -, ✗, ✘, ❌, ☐, off, denied, opt out, opted out, unsubscribed, refused, rejected, withdrawn, revoked,
  nein, falsch, verweigert, abgelehnt, widerrufen, nicht erteilt, abgemeldet, keine, falso, rechazado, não, nao, recusado,
  non, faux, refusé, rifiutato, revocato, nee, onwaar, geweigerd, nie, fałsz, odmowa, hayır, h, yanlış, yok,
  нет, н, ложь, отказ, لا, غير موافق, خطأ, नहीं, tidak, salah, menolak, 否, 不同意, 假, いいえ, 同意しない, 無`;

const ANSWERS = new Map<string, boolean>([
  ...wordsOf(YES).map((word): [string, boolean] => [word, true]),
  ...wordsOf(NO).map((word): [string, boolean] => [word, false]),
]);

/** Whether a cell says yes or no, in the words and signs of the languages that headings are read in; null: neither. */
export function readAnswer(text: string): boolean | null {
  return ANSWERS.get(plainOf(text)) ?? null;
}

function wordsOf(list: string): string[] {
  return list.split(",").map(plainOf);
}

function plainOf(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().replace(/[.!]$/, "");
}
