/**
 * Whether root runs the tests. Users don't, and neither does CI: what needs root is passed over there, and CI runs the
 * files that import this once more as root.
 */
export const IS_ROOT = process.getuid?.() === 0;
