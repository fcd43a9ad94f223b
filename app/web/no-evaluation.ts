/**
 * Zod tries out whether it may make functions of text. Our policy for scripts says no and reports the attempt, on every
 * page. It reads this before its first schema is made, wherever it is loaded from later; servers go on with their faster way.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
zod.__zod_globalConfig = { ...zod.__zod_globalConfig, jitless: true };
