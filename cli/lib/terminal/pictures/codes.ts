/* Control codes of terminals: ECMA-48, and ctlseqs of xterm for what is younger. */
export const ESC = "\u001b";
export const CSI = `${ESC}[`;
/** The end of a string of control codes. */
export const ST = `${ESC}\\`;
export const BEL = "\u0007";
