/** Builds the server and the pages ahead of the first start, exactly as that start would; or the one that is named. */
import { buildServer } from '#app/server/server-build.ts';
import { buildWeb } from '#app/server/web-build.ts';

const [asked] = process.argv.slice(2);
if (asked !== 'pages') await buildServer();
if (asked !== 'server') await buildWeb();
