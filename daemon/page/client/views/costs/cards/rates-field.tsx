import { TextArea } from "../../../parts/fields/field.tsx";
import { FileField } from "../../../parts/files/file-field.tsx";
import { CARDS } from "../../../view-words.ts";

type RatesFieldProps = {
  label: string;
  hint: string;
  accept: string;
  value: string;
  onChange: (text: string) => void;
  error: string | null;
};

/** The text of a file: chosen, dropped or pasted. */
export function RatesField({ label, hint, accept, value, onChange, error }: RatesFieldProps) {
  const choose = async (file: File) => onChange(await file.text().catch(() => ""));
  return (
    <>
      <FileField {...{ label, hint, accept }} onChoose={(file) => void choose(file)} />
      <TextArea label={CARDS.paste(label)} value={value} onChange={onChange} rows={3} isMono error={error} />
    </>
  );
}
