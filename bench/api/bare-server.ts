/** The limit to compare with: node:http that answers one fixed answer to everything but /metrics. The answer comes as JSON in the first argument. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FixedAnswer {
  status: number;
  /** names and values in turn, as they stood on the wire */
  headers: string[];
  body: string;
}

const answer = JSON.parse(process.argv[2]!) as FixedAnswer;
const body = Buffer.from(answer.body);
const server = createServer((request, response) => {
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage();
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(body);
});
// Connections rest while the other server has its turn.
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('SIGTERM', () => process.exit(0));
