/** Tencent Location's web service: geocoder, place search and place explore, with its answer shapes and error numbers. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type SimulatorAddress, startSimulatorServer } from '../simulator-http.ts';
import { mapSignature } from './client.ts';
import { geocode, reverseGeocode } from './simulated-geocoder.ts';
import type { MapReply } from './simulated-reply.ts';
import { explore, search } from './simulated-search.ts';

export interface MapSimulatorOptions extends SimulatorAddress {
  key: string;
  /** Makes the service demand signed requests. */
  secretKey?: string;
  /** Referer prefixes the key is bound to, as in Tencent's console. */
  allowedReferers?: string[];
  /** Addresses the key is bound to. */
  allowedIps?: string[];
}

export interface MapSimulator {
  url: string;
  endpoint: string;
  close(): Promise<void>;
}

/** Six groups of five, as Tencent issues them; the configured key itself may be any text. */
const KEY = /^[A-Z0-9]{5}(?:-[A-Z0-9]{5}){5}$/;

function refusal(request: IncomingMessage, url: URL, options: MapSimulatorOptions): MapReply | undefined {
  const key = url.searchParams.get('key') ?? '';
  if (key !== options.key) {
    return KEY.test(key) ? { status: 190, message: '无效的KEY' } : { status: 311, message: 'key格式错误' };
  }
  const { referer = '' } = request.headers;
  if (options.allowedReferers && !options.allowedReferers.some((prefix) => referer.startsWith(prefix))) {
    return { status: 110, message: '请求来源未被授权' };
  }
  if (options.allowedIps && !options.allowedIps.includes(request.socket.remoteAddress ?? '')) {
    return { status: 112, message: 'IP未被授权' };
  }
  if (options.secretKey) {
    const signed = [...url.searchParams].filter(([name]) => name !== 'sig');
    const expected = mapSignature(url.pathname, signed, options.secretKey);
    if (url.searchParams.get('sig') !== expected) return { status: 111, message: '签名验证失败' };
  }
  return undefined;
}

function answer(url: URL): MapReply | undefined {
  const params = url.searchParams;
  switch (url.pathname.replace(/\/$/, '')) {
    case '/ws/geocoder/v1':
      return params.has('location') ? reverseGeocode(params) : geocode(params);
    case '/ws/place/v1/search':
      return search(params);
    case '/ws/place/v1/explore':
      return explore(params);
    default:
      return undefined;
  }
}

export async function startMapSimulator(options: MapSimulatorOptions): Promise<MapSimulator> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://map');
    const reply = refusal(request, url, options) ?? answer(url);
    response.writeHead(reply ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(reply ? { ...reply, request_id: randomUUID().replaceAll('-', '') } : {}));
  };
  return startSimulatorServer(options, handle);
}
