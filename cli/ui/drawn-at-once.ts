/**
 * Options of a drawing that is taken away at the end. By default Ink holds a frame back for up to 33 ms after another,
 * and draws it when the drawing is unmounted: after it was taken away.
 */
export const DRAWN_AT_ONCE = { exitOnCtrlC: false, patchConsole: false, maxFps: 1000 };
