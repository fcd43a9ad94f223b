/** What a page knows of the player who is logged in. */
export interface PlayerUser {
  id: string;
  playerName: string;
  playerPhoto: string;
  phone: string | null;
  platform: 'wechat' | 'alipay' | 'phone';
  /** the account is closed and is deleted then, unless it is taken back */
  closesAt?: string | null;
}

/** What every way to log in answers, and renewing as well. */
export interface PlayerLogin {
  access_token: string;
  expires_in: number;
  player: PlayerUser;
}

export interface PlayerSession {
  token: string;
  expiresAtMs: number;
  renewAtMs: number;
  player: PlayerUser;
}

export interface PlayerKeeperOptions {
  /** Shared by all tabs of the browser. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Mutual exclusion over all tabs. */
  exclusively<T>(task: () => Promise<T>): Promise<T>;
  /** undefined when the server refuses the token, a throw when it could not be asked. */
  requestRenewal(token: string): Promise<PlayerLogin | undefined>;
  now(): number;
  /** Told after every change made here or (through `reload`) by another tab. */
  onChange(session: PlayerSession | undefined): void;
}

export const playerStorageKey = 'coinyard.player';
const renewEveryMs = 24 * 3600 * 1000;

export interface PlayerKeeper {
  get(): PlayerSession | undefined;
  /** Reads what another tab wrote. */
  reload(): void;
  begin(login: PlayerLogin): void;
  clear(): void;
  /** The token to call with; one that is a day old is renewed beside, and nobody waits for that. */
  token(): string | undefined;
}

/**
 * A player's login: one token for a month that is exchanged for a new one on every day it is used. A player who plays once a
 * month stays logged in, and no call waits for a refresh.
 */
export function createPlayerKeeper(options: PlayerKeeperOptions): PlayerKeeper {
  const { storage, now } = options;
  let current = read();
  let renewing = false;

  function read(): PlayerSession | undefined {
    try {
      const session = JSON.parse(storage.getItem(playerStorageKey) ?? 'null') as PlayerSession | null;
      return session && session.expiresAtMs > now() ? session : undefined;
    } catch {
      return undefined;
    }
  }

  function write(session: PlayerSession | undefined): void {
    current = session;
    if (session) storage.setItem(playerStorageKey, JSON.stringify(session));
    else storage.removeItem(playerStorageKey);
    options.onChange(session);
  }

  function reload(): void {
    const found = read();
    if (JSON.stringify(found) === JSON.stringify(current)) return;
    current = found;
    options.onChange(found);
  }

  function begin(login: PlayerLogin): void {
    write({
      token: login.access_token,
      expiresAtMs: now() + login.expires_in * 1000,
      renewAtMs: now() + renewEveryMs,
      player: login.player,
    });
  }

  async function renew(): Promise<void> {
    // Another tab may have done it while this one waited.
    reload();
    if (!current || current.renewAtMs > now()) return;
    const { token } = current;
    const login = await options.requestRenewal(token);
    // Meanwhile the player may have logged out, or somebody else in.
    if (current?.token !== token) return;
    if (login) begin(login);
    else write(undefined);
  }

  return {
    get: () => current,
    reload,
    begin,
    clear: () => write(undefined),
    token() {
      if (current && current.expiresAtMs <= now()) write(undefined);
      if (current && current.renewAtMs <= now() && !renewing) {
        renewing = true;
        void options
          .exclusively(renew)
          // No answer: the token is good for weeks yet, and the next call tries again.
          .catch(() => {})
          .finally(() => {
            renewing = false;
          });
      }
      return current?.token;
    },
  };
}
