import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BleCharacteristic,
  bleCharacteristics,
  pairingJoin,
  smartConfigListener,
  typedPairingCode,
} from '#kit/protocol/pairing.ts';
import { readBody, startSimulatorServer } from '#providers/simulator-http.ts';
import type { PairingMode } from './pairing.ts';
import { BlePeripheral } from './pairing-ble.ts';
import { bluetoothScript } from './pairing-bluetooth-script.ts';
import { addressOf, type OwnPageQuery, ownPage, queryOf } from './pairing-own-page.ts';

const maxBodyBytes = 4096;
const leastTokenLength = 12;

export interface PairingRadio {
  /** machines that wait to be paired; softAp: where a phone in the machine's own access point reaches it */
  waiting(): { name: string; softAp: string }[];
  /** where packets are heard whose lengths spell SmartConfig */
  smartConfig: { address: string; port: number };
  /** address of a module that plays Web Bluetooth in a browser */
  bluetoothScript: string;
  stop(): Promise<void>;
}

/**
 * The air around some machines in pairing mode, on loopback: their access points, their Bluetooth (driven over HTTP by
 * the module it serves), and packets whose lengths they overhear. SmartConfig is heard by the first that still waits.
 */
export async function startPairingRadio(machines: readonly PairingMode[]): Promise<PairingRadio> {
  const peripherals = new Map(
    machines.map((mode) => {
      const peripheral = new BlePeripheral(mode);
      return [peripheral.name, { mode, peripheral }];
    }),
  );
  const waits = ({ status }: PairingMode) => status.state === 'idle' || status.state === 'failed';
  let url = '';

  const http = await startSimulatorServer({}, async (request, response) => {
    const address = new URL(request.url ?? '/', 'http://radio');
    const [way = '', rawName = '', what = '', more] = address.pathname.split('/').slice(1);
    const machine = peripherals.get(decodeURIComponent(rawName));
    allowPages(response);
    if (request.method === 'OPTIONS') return answer(response, 204, '');
    if (way === 'bluetooth.js') return answer(response, 200, bluetoothScript(url), 'text/javascript');
    if (way === 'softap' && machine) return softAp(machine.mode, what, request, response);
    if (way === 'ble' && machine && Object.hasOwn(bleCharacteristics, what)) {
      const since = more === 'notifications' ? Number(address.searchParams.get('since')) : undefined;
      return bluetooth(machine.peripheral, what as BleCharacteristic, since, request, response);
    }
    answer(response, 404, '');
  });
  url = http.url;
  const ear = await listenToLengths(() => machines.find(waits));
  return {
    waiting: () =>
      [...peripherals]
        .filter(([, { mode }]) => waits(mode))
        .map(([name]) => ({ name, softAp: `${url}/softap/${name}` })),
    smartConfig: ear.target,
    bluetoothScript: `${url}/bluetooth.js`,
    async stop() {
      ear.stop();
      await http.close();
    },
  };
}

async function listenToLengths(listeningMachine: () => PairingMode | undefined) {
  const socket = createSocket('udp4');
  let hear = smartConfigListener();
  socket.on('message', (packet) => {
    const heard = hear(packet.byteLength);
    if (!heard) return;
    hear = smartConfigListener();
    // the server's address is the one burnt in: SmartConfig has no room for another
    listeningMachine()?.join({ ...heard, server: '' });
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { address, port } = socket.address() as AddressInfo;
  return { target: { address, port }, stop: () => socket.close() };
}

async function softAp(
  mode: PairingMode,
  what: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST' && what === 'join') return softApJoin(mode, request, response);
  if (request.method !== 'GET') return answer(response, 405, '');
  if (what === 'info') return json(response, mode.info);
  if (what === 'networks') return json(response, await mode.networks());
  if (what === 'status') return json(response, mode.status);
  if (what !== '') return answer(response, 404, '');
  const { searchParams } = new URL(request.url ?? '/', 'http://machine');
  return showOwnPage(mode, queryOf(searchParams), response);
}

async function showOwnPage(mode: PairingMode, query: OwnPageQuery, response: ServerResponse): Promise<void> {
  const page = ownPage(mode.info.code, await mode.networks(), mode.status, query);
  answer(response, 200, page, 'text/html; charset=utf-8');
}

/** The token came with the address, or somebody typed it as it stands on our page. Without one it joins all the same. */
async function joinByForm(mode: PairingMode, form: URLSearchParams, response: ServerResponse): Promise<void> {
  const query = queryOf(form);
  const typed = query.token.trim();
  const token = typedPairingCode(typed) ?? (typed.length >= leastTokenLength ? typed : undefined);
  if (typed && !token) return showOwnPage(mode, { ...query, wrongCode: true }, response);
  mode.join({
    ssid: form.get('ssid') ?? '',
    password: form.get('password') ?? '',
    server: query.server,
    ...(token && { token }),
  });
  response.setHeader('location', addressOf(query));
  answer(response, 303, '');
}

async function softApJoin(
  mode: PairingMode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = (await readBody(request, maxBodyBytes)).toString('utf8');
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return joinByForm(mode, new URLSearchParams(body), response);
  }
  const join = pairingJoin.safeParse(parseJson(body));
  if (!join.success) return answer(response, 400, '');
  answer(response, mode.join(join.data) ? 202 : 409, '');
}

async function bluetooth(
  peripheral: BlePeripheral,
  characteristic: BleCharacteristic,
  since: number | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (since !== undefined) {
    const list = peripheral.notificationsSince(since).map((bytes) => new TextDecoder().decode(bytes));
    return json(response, list);
  }
  if (request.method === 'POST') {
    const taken = characteristic === 'join' && peripheral.write(await readBody(request, maxBodyBytes));
    return answer(response, taken ? 204 : 400, '');
  }
  answer(response, 200, Buffer.from(await peripheral.read(characteristic)), 'application/octet-stream');
}

/** A page of the server speaks with a machine at another address; browsers ask the machine whether it may. */
function allowPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
}

function answer(response: ServerResponse, status: number, body: string | Buffer, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}

const json = (response: ServerResponse, value: unknown) =>
  answer(response, 200, JSON.stringify(value), 'application/json');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
