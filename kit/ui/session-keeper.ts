import type { Realm } from '#kit/contract/endpoint.ts';

export interface SessionUser {
  id: string;
  account: string;
  name: string;
  avatar: string;
  userType: number;
  tenantId: string;
  tenantName: string;
  realm: Realm;
  roleName: string;
  /** who can give rights; absent for those who can do it themselves */
  administrator?: string;
  permissions: readonly string[];
}

export interface Session {
  accessToken: string;
  refreshToken: string;
  expiresAtMs: number;
  /** When the login ends even if it is refreshed all the time: 30 days after it. */
  endsAtMs: number;
  /** Present for a login that is not remembered: it is void once the browser has been closed. */
  openMark?: string;
  user: SessionUser;
}

/** The wire's token answer; its fields stand at the top level. */
export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  tenant_id: string;
  user_id: string;
  account: string;
  user_name?: string;
  nick_name?: string;
  role_label?: string;
  avatar?: string;
  detail: {
    userType: number;
    permissions?: readonly string[];
    realm?: Realm;
    tenantName?: string;
    administrator?: string;
  };
}

export interface KeeperOptions {
  /** Shared by all tabs of the browser. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Value of the session cookie that dies with the browser; `renew` makes a new one. */
  openMark: { read(): string | undefined; renew(): string };
  /** Mutual exclusion over all tabs. */
  exclusively<T>(task: () => Promise<T>): Promise<T>;
  /** The refresh call; undefined when the server refuses the token, a throw when it could not be asked. */
  requestRefresh(refreshToken: string): Promise<TokenAnswer | undefined>;
  now(): number;
  /** The server no longer accepts the login; `onChange` follows. */
  onRefused(): void;
  /** Told after every change made here or (through `reload`) by another tab. */
  onChange(session: Session | undefined): void;
}

const storageKey = 'coinyard.session';
const rememberedMs = 30 * 24 * 3600 * 1000;
const refreshAheadMs = 60_000;

export function userOf(answer: TokenAnswer): SessionUser {
  return {
    id: answer.user_id,
    account: answer.account,
    name: answer.nick_name || answer.user_name || answer.account,
    avatar: answer.avatar ?? '',
    userType: answer.detail.userType,
    tenantId: answer.tenant_id,
    tenantName: answer.detail.tenantName ?? '',
    realm: answer.detail.realm ?? 'merchant',
    roleName: answer.role_label ?? '',
    administrator: answer.detail.administrator || undefined,
    permissions: answer.detail.permissions ?? [],
  };
}

export interface SessionKeeper {
  get(): Session | undefined;
  /** Reads what another tab wrote. */
  reload(): void;
  begin(answer: TokenAnswer, remember: boolean): void;
  setUser(user: SessionUser): void;
  clear(): void;
  /** A token that is good for a while yet; refreshes first when it is not. */
  accessToken(): Promise<string | undefined>;
  /** After a 401 to `refusedToken`: a newer token, or undefined when the login is over. */
  replaceToken(refusedToken: string): Promise<string | undefined>;
}

export function createSessionKeeper(options: KeeperOptions): SessionKeeper {
  const { storage, now } = options;
  let current = read();
  let running: Promise<string | undefined> | undefined;

  function read(): Session | undefined {
    try {
      const session = JSON.parse(storage.getItem(storageKey) ?? 'null') as Session | null;
      if (!session || session.endsAtMs <= now()) return undefined;
      if (session.openMark !== undefined && session.openMark !== options.openMark.read()) return undefined;
      return session;
    } catch {
      return undefined;
    }
  }

  function write(session: Session | undefined): void {
    current = session;
    if (session) storage.setItem(storageKey, JSON.stringify(session));
    else storage.removeItem(storageKey);
    options.onChange(session);
  }

  function reload(): void {
    const found = read();
    if (JSON.stringify(found) === JSON.stringify(current)) return;
    current = found;
    options.onChange(found);
  }

  const isStale = (session: Session, refusedToken: string | undefined) =>
    refusedToken === undefined
      ? session.expiresAtMs - now() < refreshAheadMs
      : session.accessToken === refusedToken;

  async function refreshInLock(refusedToken: string | undefined): Promise<string | undefined> {
    // Another tab may have rotated the token while this one waited: its result is taken over,
    // because showing the server a used refresh token would end the login everywhere.
    reload();
    if (!current || !isStale(current, refusedToken)) return current?.accessToken;
    const session = current;
    const answer = await options.requestRefresh(session.refreshToken);
    if (!answer) {
      options.onRefused();
      write(undefined);
      return undefined;
    }
    write({
      ...session,
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expiresAtMs: now() + answer.expires_in * 1000,
      user: userOf(answer),
    });
    return answer.access_token;
  }

  function refresh(refusedToken: string | undefined): Promise<string | undefined> {
    running ??= options
      .exclusively(() => refreshInLock(refusedToken))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    get: () => current,
    reload,
    begin(answer, remember) {
      write({
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        expiresAtMs: now() + answer.expires_in * 1000,
        endsAtMs: now() + rememberedMs,
        ...(remember ? {} : { openMark: options.openMark.read() ?? options.openMark.renew() }),
        user: userOf(answer),
      });
    },
    setUser(user) {
      if (current) write({ ...current, user });
    },
    clear: () => write(undefined),
    async accessToken() {
      if (!current) return undefined;
      if (!isStale(current, undefined)) return current.accessToken;
      const { accessToken, expiresAtMs } = current;
      return refresh(undefined).catch((error: unknown) => {
        // The server could not be asked; the old token may serve for its last seconds.
        if (expiresAtMs > now()) return accessToken;
        throw error;
      });
    },
    async replaceToken(refusedToken) {
      if (current && current.accessToken !== refusedToken) return current.accessToken;
      return refresh(refusedToken);
    },
  };
}
