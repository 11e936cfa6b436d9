/**
 * The number by which WhatsApp knows the owner of a number that has an older and a newer form, whichever was written:
 * without Brazil's ninth digit, with Mexico's 1 and Argentina's 9, and in Benin as it was before 30 November 2024.
 */
const FORMS: readonly [written: RegExp, known: string][] = [
  [/^(55[1-9]\d)9([6-9]\d{7})$/, "$1$2"],
  [/^52([2-9]\d{9})$/, "521$1"],
  [/^54([1-3]\d{9})$/, "549$1"],
  [/^22901([2-9]\d{7})$/, "229$1"],
];

/** A number (digits) as WhatsApp has it; any other text, such as a user id, as it is. */
export function ownNumber(written: string): string {
  const [form, known] = FORMS.find(([form]) => form.test(written)) ?? [];
  return form === undefined || known === undefined ? written : written.replace(form, known);
}
