import { describe, expect, test } from 'vitest';
import { createHistory, type LeaveCheck } from './history.ts';
import { pageNavigator } from './page-navigator.ts';

/** A browser's session history, as far as the router uses it. */
class FakeView {
  entries: { url: string; state: unknown }[];
  at = 0;
  private listener: () => void = () => {};
  constructor(url: string) {
    this.entries = [{ url, state: null }];
  }
  get location() {
    const url = new URL(this.entries[this.at]!.url, 'http://x');
    return { pathname: url.pathname, search: url.search, hash: url.hash } as Location;
  }
  addEventListener(_: string, listener: () => void) {
    this.listener = listener;
  }
  history = ((view: FakeView) => ({
    get state() {
      return view.entries[view.at]!.state;
    },
    pushState(state: unknown, _: string, url: string) {
      view.entries.splice(view.at + 1, Number.POSITIVE_INFINITY, { url, state });
      view.at += 1;
    },
    replaceState(state: unknown, _: string, url?: string) {
      view.entries[view.at] = { url: url ?? view.entries[view.at]!.url, state };
    },
    go(delta: number) {
      view.at += delta;
      view.listener();
    },
  }))(this) as unknown as History;
}

const free: LeaveCheck = { needed: () => false, allowed: async () => true };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function start(url: string, leave: LeaveCheck = free) {
  const view = new FakeView(url);
  const history = createHistory(view as unknown as Window, leave);
  const seen: string[] = [];
  history.place.subscribe(() => {
    const { location, action } = history.place.get();
    seen.push(`${action} ${location.pathname}${location.search}`);
  });
  return { view, history, seen };
}

describe('navigation', () => {
  test('goes forward and back and tells how', () => {
    const { history, seen } = start('/home');
    history.push('/tfaddress?current=2');
    history.go(-1);
    expect(seen).toEqual(['PUSH /tfaddress?current=2', 'POP /home']);
  });

  test('to where we already are is ignored', () => {
    const { history, view, seen } = start('/home');
    history.push('/tfaddress');
    history.push('/tfaddress');
    expect(seen).toEqual(['PUSH /tfaddress']);
    expect(view.entries).toHaveLength(2);
  });

  test('back from a page that was opened directly leads to the fallback', () => {
    const { history, seen } = start('/seezzh');
    history.back('/home');
    expect(seen).toEqual(['REPLACE /home']);
  });

  test('keeps the key of an entry, so that its scroll position is found again', () => {
    const { history } = start('/a');
    const { key } = history.place.get().location;
    history.push('/b');
    history.go(-1);
    expect(history.place.get().location.key).toBe(key);
  });
});

describe('unsaved input', () => {
  const guarded = (answer: boolean): LeaveCheck => ({ needed: () => true, allowed: async () => answer });

  test('keeps the person on the page when they say so', async () => {
    const { history, seen, view } = start('/edit', guarded(false));
    history.push('/home');
    await settle();
    expect(seen).toEqual([]);
    expect(view.location.pathname).toBe('/edit');
  });

  test('is left when they agree', async () => {
    const { history, seen } = start('/edit', guarded(true));
    history.push('/home');
    await settle();
    expect(seen).toEqual(['PUSH /home']);
  });

  test('is asked about on the back button too', async () => {
    let asked = 0;
    let answer = false;
    let dirty = false;
    const { history, view } = start('/list', {
      needed: () => dirty,
      allowed: async () => {
        asked += 1;
        return answer;
      },
    });
    history.push('/edit');
    dirty = true;
    view.history.go(-1);
    await settle();
    expect([asked, view.location.pathname]).toEqual([1, '/edit']);
    answer = true;
    view.history.go(-1);
    await settle();
    expect([asked, history.place.get().location.pathname]).toEqual([2, '/list']);
  });

  test('waits for the browser between one step and the next', async () => {
    let dirty = false;
    const { history, view } = start('/list', { needed: () => dirty, allowed: async () => true });
    history.push('/edit');
    dirty = true;
    const travel = view.history.go.bind(view.history);
    let underWay = 0;
    let atOnce = 0;
    // Unlike above, and like a browser, which gets there later and adds up what it is told meanwhile.
    view.history.go = (delta) => {
      underWay += 1;
      atOnce = Math.max(atOnce, underWay);
      setTimeout(() => {
        underWay -= 1;
        travel(delta);
      });
    };
    history.back('/home');
    await expect.poll(() => history.place.get().location.pathname, { timeout: 20_000 }).toBe('/list');
    expect(atOnce).toBe(1);
  });

  test('is not asked about when only the query of the page changes', async () => {
    const { history, seen } = start('/edit', guarded(false));
    history.replace('/edit?step=2');
    expect(seen).toEqual(['REPLACE /edit?step=2']);
  });
});

describe('a page that is being left', () => {
  test('does not call the person back by writing into its own address', () => {
    const { history, view } = start('/list?current=1');
    const page = pageNavigator(history, '/list');
    page.replace({ pathname: '/list', search: '?current=2' });
    expect(view.entries[view.at]!.url).toBe('/list?current=2');
    page.push('/scan');
    page.replace({ pathname: '/list', search: '?current=3' });
    expect(view.entries.map(({ url }) => url)).toEqual(['/list?current=2', '/scan']);
  });

  test('may still be sent elsewhere', () => {
    const { history, view } = start('/list');
    const page = pageNavigator(history, '/list');
    page.push('/scan');
    page.replace('/login');
    expect(view.entries.map(({ url }) => url)).toEqual(['/list', '/login']);
  });
});

test('a reader who came by the second address of a group of pages stays under it', () => {
  const { history, seen } = start('/integralStore2/goodManage');
  expect(history.createHref('/integralStore/sell')).toBe('/integralStore2/sell');
  history.push('/integralStore/sell?fieldId=1');
  history.replace({ pathname: '/integralStore/storeSet' });
  expect(seen).toEqual(['PUSH /integralStore2/sell?fieldId=1', 'REPLACE /integralStore2/storeSet']);
  history.push('/home');
  history.push('/integralStore/sell');
  expect(seen.slice(2)).toEqual(['PUSH /home', 'PUSH /integralStore/sell']);
});
