/** Builds the pages ahead of the first start, exactly as that start would. */
import { buildWeb } from '#app/server/web-build.ts';

await buildWeb();
