/** Serves the empty page of the folder in the first argument with the product's own page server. */
import Fastify from 'fastify';
import { sourceRoot } from '#app/server/source-root.ts';
import { builtPages } from '#app/server/web-pages.ts';
import { loadTexts } from '#kit/server/texts.ts';

const pages = builtPages([], loadTexts(sourceRoot), process.argv[2]!);
const app = Fastify();
app.setNotFoundHandler((request, reply) => pages.page(request, reply));
await pages.mount(app);
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => process.exit(0));
