/** Builds the pages ahead of the first start, exactly as that start would. */
import { ensureWebBuild } from '#app/server/web-build.ts';

await ensureWebBuild((state, seconds) =>
  console.log(seconds === undefined ? state : `${state} (${seconds} s)`),
);
