import { randomBytes } from 'node:crypto';
import { discoverFeatures } from '#app/server/discover-features.ts';
import type { playersContract } from '#features/base/players/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { AnyEndpoint, OutputOf } from '#kit/contract/endpoint.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { freeTextsOf, hostileText, place } from './texts.ts';

/** What planting stands on: a server with demo data, beside a browser or inside a test. */
export interface Ground {
  nobody: Client;
  /** an account of the demo, or one that was made on the way */
  as(account: string, password?: string): Promise<Client>;
  withToken(token: string): Client;
  /** a password as pages put it on the wire */
  encrypt(password: string): Promise<string>;
  /** the newest code sent to a phone */
  codeOf(phone: string): Promise<string | undefined>;
  /** a machine that is new at a site, by its id */
  newMachine(type: DeviceType, fieldId: string): Promise<string>;
  /** a machine of the demo merchant that can be reached */
  machine(type: 'claw' | 'exchange'): Promise<string>;
  /** what is decided about and comes from machines and platforms alone, where the ground can make it happen */
  rare?(planter: Planter, people: People): Promise<void>;
}

export interface People {
  merchant: Client;
  /** of the merchant's staff: may give a little, and above that asks */
  colleague: Client;
  admin: Client;
  agent: Client;
  /** a player of the planting's own */
  player: Client;
  playerId: string;
  login: OutputOf<typeof playersContract.logInByPhone>;
}

const json = { 'content-type': 'application/json' };

function multipart(file: Buffer): Pick<RequestInit, 'headers' | 'body'> {
  const boundary = 'planted-file';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** Writes hostile texts by real calls, and remembers by which and where. */
export class Planter {
  readonly ground: Ground;
  /** `accounts.saveRole roleName` */
  readonly planted = new Set<string>();
  private readonly leads: readonly string[];
  private readonly names: ReadonlyMap<AnyEndpoint, string>;
  private count = 0;

  constructor(ground: Ground, leads: readonly string[], names: ReadonlyMap<AnyEndpoint, string>) {
    this.ground = ground;
    this.leads = leads;
    this.names = names;
  }

  /** How every text begins: in one of the ways, then something that is found again. */
  lead(): string {
    this.count += 1;
    return `${this.leads[this.count % this.leads.length]}${randomBytes(2).toString('hex')}`;
  }

  /** A hostile text for a place that no field of a contract names: inside a file. */
  text(where: string, room: number): string {
    this.planted.add(where);
    return hostileText(this.lead(), room);
  }

  /** A call whose free texts, all that its contract knows and `named` does not name, are hostile. */
  async write<E extends AnyEndpoint>(client: Client, endpoint: E, named: object = {}): Promise<OutputOf<E>> {
    return this.send(endpoint, named, (input) => client.call(endpoint, input as never));
  }

  /** The same for a call with a file, or one that answers with one. */
  async writeFile(client: Client, endpoint: AnyEndpoint, named: object, file?: Buffer): Promise<void> {
    await this.send(endpoint, named, async (input) => {
      const query = file ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
      const answer = await client.request(endpoint.path + query, {
        method: 'POST',
        ...(file ? multipart(file) : { headers: json, body: JSON.stringify(input) }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    });
  }

  private async send<E extends AnyEndpoint>(
    endpoint: E,
    named: object,
    send: (input: unknown) => Promise<unknown>,
  ): Promise<OutputOf<E>> {
    const call = this.names.get(endpoint);
    if (!call) throw new Error(`${endpoint.path} is of no feature`);
    const written: string[] = [];
    const input = freeTextsOf(endpoint).reduce<unknown>(
      (holder, { path, room }) =>
        place(holder, path, () => {
          written.push(`${call} ${path}`);
          return hostileText(this.lead(), room);
        }),
      named,
    );
    const answer = await send(input).catch((error: unknown) => {
      throw new Error(`${call} did not take ${JSON.stringify(input)}`, { cause: error });
    });
    for (const where of written) this.planted.add(where);
    return answer as OutputOf<E>;
  }
}

export async function namesOfCalls(): Promise<Map<AnyEndpoint, string>> {
  const features = await discoverFeatures();
  return new Map(
    features.flatMap(({ name, endpoints }) =>
      Object.entries(endpoints).map(([call, endpoint]) => [endpoint, `${name}.${call}`] as const),
    ),
  );
}
