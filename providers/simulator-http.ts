import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SimulatorAddress {
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
}

export interface SimulatorServer {
  url: string;
  /** host:port */
  endpoint: string;
  close(): Promise<void>;
}

export class BodyTooLargeError extends Error {}

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** One small HTTP server; a handler that throws answers 500 instead of taking the process down. */
export async function startSimulatorServer(
  { port = 0, host = '127.0.0.1' }: SimulatorAddress,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<SimulatorServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const endpoint = `${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${endpoint}`,
    endpoint,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
