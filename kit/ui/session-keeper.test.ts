import { beforeEach, describe, expect, test } from 'vitest';
import { createSessionKeeper, type KeeperOptions, type TokenAnswer } from './session-keeper.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** One browser with as many tabs as a test wants, and a server that ends a login whose refresh token is shown twice. */
class Browser {
  values = new Map<string, string>();
  nowMs = 1_000_000;
  mark: string | undefined;
  serial = 0;
  valid = 'refresh-0';
  asked: string[] = [];
  serverAway = false;
  private queue: Promise<unknown> = Promise.resolve();

  answer(): TokenAnswer {
    this.serial += 1;
    this.valid = `refresh-${this.serial}`;
    return {
      access_token: `access-${this.serial}`,
      refresh_token: this.valid,
      expires_in: 900,
      tenant_id: '100002',
      user_id: 'u1',
      account: 'merchant',
      nick_name: 'Ms Li',
      detail: { userType: 2, realm: 'merchant', permissions: [] },
    };
  }

  tab(over: Partial<KeeperOptions> = {}) {
    return createSessionKeeper({
      storage: {
        getItem: (key) => this.values.get(key) ?? null,
        setItem: (key, value) => void this.values.set(key, value),
        removeItem: (key) => void this.values.delete(key),
      },
      openMark: {
        read: () => this.mark,
        renew: () => {
          this.mark = 'open';
          return this.mark;
        },
      },
      exclusively: (task) => {
        const turn = this.queue.then(task);
        this.queue = turn.catch(() => {});
        return turn;
      },
      requestRefresh: async (token) => {
        this.asked.push(token);
        await Promise.resolve();
        if (this.serverAway) throw new Error('away');
        return token === this.valid ? this.answer() : undefined;
      },
      now: () => this.nowMs,
      onRefused: () => {},
      onChange: () => {},
      ...over,
    });
  }
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('a login', () => {
  test('is found again by a new page for 30 days when it is remembered, and not after', () => {
    browser.tab().begin(browser.answer(), true);
    browser.nowMs += 29 * dayMs;
    expect(browser.tab().get()?.user.name).toBe('Ms Li');
    browser.nowMs += 2 * dayMs;
    expect(browser.tab().get()).toBeUndefined();
  });

  test('that is not remembered is shared by tabs and ends with the browser', () => {
    browser.tab().begin(browser.answer(), false);
    expect(browser.tab().get()?.accessToken).toBe('access-1');
    browser.mark = undefined;
    expect(browser.tab().get()).toBeUndefined();
  });

  test('survives nonsense in the storage', () => {
    browser.values.set('coinyard.session', '{');
    expect(browser.tab().get()).toBeUndefined();
  });
});

describe('the access token', () => {
  test('is used as it is while it is good for more than a minute', async () => {
    const tab = browser.tab();
    tab.begin(browser.answer(), true);
    expect(await tab.accessToken()).toBe('access-1');
    expect(browser.asked).toEqual([]);
  });

  test('is renewed once for many calls that need it at the same time', async () => {
    const tab = browser.tab();
    tab.begin(browser.answer(), true);
    browser.nowMs += 15 * minuteMs;
    const tokens = await Promise.all([tab.accessToken(), tab.accessToken(), tab.accessToken()]);
    expect(new Set(tokens)).toEqual(new Set(['access-2']));
    expect(browser.asked).toEqual(['refresh-1']);
  });

  test('is renewed by one tab and taken over by the other', async () => {
    const first = browser.tab();
    first.begin(browser.answer(), true);
    const second = browser.tab();
    browser.nowMs += 15 * minuteMs;
    const tokens = await Promise.all([first.accessToken(), second.accessToken()]);
    expect(tokens).toEqual(['access-2', 'access-2']);
    expect(browser.asked).toEqual(['refresh-1']);
  });

  test('is replaced after a 401 once, however many calls were refused', async () => {
    const tab = browser.tab();
    tab.begin(browser.answer(), true);
    const tokens = await Promise.all([tab.replaceToken('access-1'), tab.replaceToken('access-1')]);
    expect(tokens).toEqual(['access-2', 'access-2']);
    expect(await tab.replaceToken('access-1')).toBe('access-2');
    expect(browser.asked).toEqual(['refresh-1']);
  });

  test('that can not be renewed ends the login, and every listener hears it', async () => {
    const heard: boolean[] = [];
    let refused = 0;
    const tab = browser.tab({
      onChange: (session) => heard.push(session !== undefined),
      onRefused: () => {
        refused += 1;
      },
    });
    tab.begin(browser.answer(), true);
    browser.valid = 'revoked';
    expect(await tab.replaceToken('access-1')).toBeUndefined();
    expect(tab.get()).toBeUndefined();
    expect(browser.tab().get()).toBeUndefined();
    expect(heard).toEqual([true, false]);
    expect(refused).toBe(1);
  });

  test('serves for its last seconds when the server can not be asked, and the login stays', async () => {
    const tab = browser.tab();
    tab.begin(browser.answer(), true);
    browser.serverAway = true;
    browser.nowMs += 15 * minuteMs - 10_000;
    expect(await tab.accessToken()).toBe('access-1');
    browser.nowMs += 20_000;
    await expect(tab.accessToken()).rejects.toThrow('away');
    expect(tab.get()).toBeDefined();
  });
});

test('a log-out in one tab reaches the others', () => {
  const first = browser.tab();
  first.begin(browser.answer(), true);
  const second = browser.tab();
  first.clear();
  second.reload();
  expect(second.get()).toBeUndefined();
});
