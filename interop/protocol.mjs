/** The newest protocol revision that is spoken. */
export const NEWEST = '2026-07-28';
