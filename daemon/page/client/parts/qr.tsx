import { create } from "qrcode";
import style from "./qr.module.css";

/** A text as a QR code: dark on light in both schemes, since cameras want it so. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "L" }).modules;
  const squares: string[] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (data[row * size + column]) squares.push(`M${column + 4} ${row + 4}h1v1h-1z`);
  return (
    <svg className={style.qr} role="img" aria-label={label} viewBox={`0 0 ${size + 8} ${size + 8}`}>
      <path d={squares.join("")} />
    </svg>
  );
}
