/** Serves the empty page of the folder in the first argument with the product's own page server. */
import Fastify from 'fastify';
import { builtPages } from '#app/server/web-pages.ts';

const pages = builtPages([], process.argv[2]!);
const app = Fastify();
app.setNotFoundHandler((request, reply) => pages.page(request, reply));
await pages.mount(app);
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => process.exit(0));
