import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { hallOf } from '#features/people/members/test/hall.ts';
import { type Arcade, openArcade } from '#features/selling/orders/test/arcade.ts';
import { type AnyEndpoint, requestIdHeader } from '#kit/contract/endpoint.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';

/** A call that can be said, and what becomes of it when it is said again, word for word and with the same id. */
export interface Wish {
  /** whose it is; nobody's where it is absent */
  token?: string;
  input?: Record<string, unknown>;
  /** goes along as a form with a file */
  file?: Buffer;
  /**
   * same: it answers the same and changes nothing; refused: it is refused and changes nothing; done: it is carried out once
   * more, as its contract says.
   */
  again: 'same' | 'refused' | 'done';
  /** tables that the second time writes all the same: a guess that counts, a look that is logged, the same words once more */
  writes?: readonly string[];
  /** for what others count on */
  undo?(): Promise<unknown>;
}

export type Recipe = (scene: Scene) => Promise<Wish>;
export type Recipes = Record<string, Recipe>;

export interface Answer {
  status: number;
  body: string;
}

export interface Scene {
  arcade: Arcade;
  hall: ReturnType<typeof hallOf>;
  staff(account: string): Promise<string>;
  player(playerId: string): Promise<string>;
  /** somebody new, with a phone that is known for long */
  guest(): Promise<{ id: string; phone: string; token: string }>;
  newPhone(): string;
  /** the newest code on a phone */
  codeOn(phone: string): Promise<string>;
  /** which tables are written to meanwhile */
  changedBy<T>(work: () => Promise<T>): Promise<[result: T, tables: string[]]>;
}

/** Nothing goes on by itself there: what is written was written by who spoke. */
export async function openScene(): Promise<Scene> {
  const arcade = await openArcade({}, { sayOnce: true, still: true });
  const { server } = arcade;
  server.clock.hold();
  const hall = hallOf(server);
  const { db } = server.services;
  const look = await tableStates(arcade);
  let phones = 0;
  const scene: Scene = {
    arcade,
    hall,
    staff: async (account) => (await server.login(account)).access_token,
    async player(playerId) {
      const found = await findPlayer(db.read, playerId);
      return issuePlayerToken(server.services, found!);
    },
    async guest() {
      const phone = scene.newPhone();
      const id = await hall.guest({ phone });
      return { id, phone, token: await scene.player(id) };
    },
    newPhone: () => `1370088${String(++phones).padStart(4, '0')}`,
    async codeOn(phone) {
      // sending goes on after the answer
      for (;;) {
        const code = server.messages.findLast((message) => message.phone === phone)?.params.code;
        if (code) return code;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async changedBy(work) {
      const before = await look();
      const result = await work();
      return [result, (await look(before.states)).changed];
    },
  };
  return scene;
}

type States = ReadonlyMap<string, string>;

/** What machines said is told a moment later, for many at once: that is nobody's second saying. */
const newsOfMachines = "where event not in ('device.changed', 'device.event')";

/** Of every table how many rows it has and which transaction wrote last: cheap to ask, and no write escapes it. */
async function tableStates({
  server,
}: Arcade): Promise<(since?: States) => Promise<{ states: States; changed: string[] }>> {
  const { raw } = server.services.db;
  const tables = await raw<{ part: string; name: string }[]>`
    select part.relname as part, coalesce(whole.relname, part.relname) as name
    from pg_class part left join pg_inherits on inhrelid = part.oid left join pg_class whole on whole.oid = inhparent
    where part.relkind = 'r' and part.relnamespace = 'public'::regnamespace`;
  const nameOf = new Map(tables.map(({ part, name }) => [part, name]));
  const question = tables
    .map(
      ({ part }) =>
        `select '${part}' as part, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from "${part}" ${part === 'outbox' ? newsOfMachines : ''}`,
    )
    .join(' union all ');
  return async (since) => {
    const found = await raw.unsafe<{ part: string; state: string }[]>(question);
    const states = new Map(found.map(({ part, state }) => [part, state]));
    const changed = found.filter(({ part, state }) => since && since.get(part) !== state);
    return { states, changed: [...new Set(changed.map(({ part }) => nameOf.get(part)!))].sort() };
  };
}

const boundary = 'said-again';
const filePart = (file: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** The same bytes each time it is called. */
export function sayingOf({ arcade }: Scene, endpoint: AnyEndpoint, wish: Wish): () => Promise<Answer> {
  const { input = {}, file, token } = wish;
  const isQuery = endpoint.method === 'GET' || file !== undefined;
  const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const type = file ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const headers = {
    [requestIdHeader]: newRequestId(),
    ...(token && { 'blade-auth': `bearer ${token}` }),
    ...(endpoint.method === 'POST' && { 'content-type': type }),
  };
  const payload = file ? filePart(file) : JSON.stringify(input);
  return async () => {
    const answer = await arcade.server.app.inject({
      method: endpoint.method,
      url: endpoint.path + query,
      headers,
      ...(endpoint.method === 'POST' && { payload }),
    });
    return { status: answer.statusCode, body: answer.body };
  };
}
