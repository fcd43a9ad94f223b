import Fastify from 'fastify';
const answer = JSON.parse(process.argv[2]!); const body = Buffer.from(answer.body);
const h: any = {}; for (let i = 0; i < answer.headers.length; i += 2) h[answer.headers[i]] = answer.headers[i + 1];
const app = Fastify();
app.addHook('onRequest', (_q, r, d) => { if (_q.url !== "/metrics") r.headers(h); d(); });
app.get('/metrics', () => { const { user, system } = process.cpuUsage(); return `process_cpu_seconds_total ${(user + system) / 1e6}\n`; });
app.get('/api/blade-system/dict-biz/dictionary', async () => body);
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => process.exit(0));
